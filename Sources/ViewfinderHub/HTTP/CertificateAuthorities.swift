internal import ViewfinderCore
internal import ViewfinderSystem

/// The certificate authorities to trust in place of the system's.
struct CertificateAuthorities: Sendable {
  /// The path of the PEM file.
  let path: String
  /// What the file holds.
  let text: String

  /// More than all that browsers trust has 300 kB.
  private static let byteLimit = 1 << 24

  /// The authorities that the options or the environment name, if they do.
  ///
  /// - Throws: `notFound`, `tooLarge`, or `invalidConfiguration` for a file without a certificate.
  init?(_ options: ModelHub.Options) throws(ViewfinderError) {
    guard let path = options.certificateAuthorities ?? Variable.value("VIEWFINDER_CA_FILE") else {
      return nil
    }
    let bytes: [UInt8]?
    do throws(SystemError) {
      bytes = try Folder.read(path, limit: Self.byteLimit)
    } catch {
      throw ViewfinderError(
        .notFound, subject: path, found: "the file of certificate authorities cannot be read",
        remedy: "Check the permissions.", systemErrorNumber: error.code)
    }
    guard let bytes else {
      throw ViewfinderError(
        .notFound, subject: path, found: "there is no such file of certificate authorities",
        remedy: "Check the path.")
    }
    text = String(decoding: bytes, as: UTF8.self)
    guard text.contains("-----BEGIN CERTIFICATE-----") else {
      throw ViewfinderError(
        .invalidConfiguration, subject: path, found: "the file holds no certificate",
        expected: "certificates in PEM form, which begin with -----BEGIN CERTIFICATE-----",
        remedy: "Convert it: openssl x509 -inform der -in FILE -out FILE.pem.")
    }
    self.path = path
  }
}
