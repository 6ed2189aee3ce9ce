@testable import ViewfinderHub

extension FuzzTarget {
  /// The files that configure an app for Firebase.
  static let configuration = FuzzTarget(
    "configuration",
    seeds: {
      texts(
        """
        {"project_info":{"project_id":"demo","storage_bucket":"demo.appspot.com"},"client":[{\
        "client_info":{"mobilesdk_app_id":"1:2:android:3","android_client_info":{"package_name":\
        "a.b"}},"api_key":[{"current_key":"key"}]}]}
        """,
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "p.dtd">
        <plist version="1.0"><dict><key>GOOGLE_APP_ID</key><string>1:2:ios:3</string>\
        <key>API_KEY</key><string>key</string></dict></plist>
        """)
    }
  ) { bytes in
    _ = try AppConfiguration(bytes: bytes, path: "input").description
  }
}
