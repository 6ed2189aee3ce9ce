import FirebaseMLModelDownloader
import FirebaseStorage
import Foundation
import MLKit
import Testing
import Viewfinder

@Suite("Errors of the façades")
struct FacadeErrorTests {
  @Test("localizedDescription of each error says what print says")
  func localizedDescription() throws {
    let reason = ViewfinderError(.notFound, subject: "gs://b/o", found: "there is no such object")
    let errors: [any Error] = [
      reason, MLKitError(reason), DownloadError.internalError(description: reason.description),
      DownloadError.expiredDownloadURL,
      DownloadedModelError.fileIOError(description: reason.description),
      try #require(throws: StorageError.self) {
        try Storage.storage().reference(for: #require(URL(string: "ftp://b/o")))
      },
    ]
    for error in errors {
      #expect(error.localizedDescription == "\(error)")
      #expect((error as NSError).localizedDescription == "\(error)")
      #expect(error.localizedDescription.contains(" "))
    }
  }
}
