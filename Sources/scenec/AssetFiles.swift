import SceneIR

/// The asset files beside a scene: `.xcassets` catalogues and image files of their own. Files from anywhere: what cannot be
/// read is as if it were not there.
enum AssetFiles {
  /// Bounds of the search.
  private static let maximumFiles = 20_000
  private static let maximumDepth = 12
  /// Bytes of one image file.
  static let maximumImage = 64 << 20
  private static let endings = ["png", "jpg", "jpeg", "gif", "svg", "pdf", "webp", "heic"]

  private static let folders = ["assets", "images", "resources", "media"]

  struct Found {
    var images: [ImageAssetRow] = []
    var colors: [ColorAssetRow] = []
  }

  /// Assets beside the files of a module; an earlier one of a name wins, catalogues before loose files. A folder that was
  /// given is searched whole; beside a single file only catalogues and folders that are called as assets are.
  static func find(in folder: String, isWhole: Bool) -> Found {
    var found = Found()
    var loose: [String] = []
    var budget = maximumFiles
    walk(folder, depth: 0, isWhole, &found, &loose, &budget)
    for path in loose { addLoose(path, folder, &found) }
    for index in found.images.indices where found.images[index].path.hasPrefix(folder + "/") {
      found.images[index].path = String(found.images[index].path.dropFirst(folder.count + 1))
    }
    return found
  }

  private static func walk(
    _ folder: String, depth: Int, _ isWhole: Bool, _ found: inout Found, _ loose: inout [String], _ budget: inout Int
  ) {
    guard depth < maximumDepth, let names = try? FileSystem.names(in: folder) else { return }
    for name in names where !name.hasPrefix(".") {
      budget -= 1
      if budget < 0 { return }
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      if let dot = name.lastIndex(of: ".") {
        let ending = name[name.index(after: dot)...].lowercased()
        let base = String(name[..<dot])
        switch ending {
        case "imageset":
          addImageSet(path, base, &found)
          continue
        case "colorset":
          addColorSet(path, base, &found)
          continue
        case "appiconset", "launchimage", "dataset", "symbolset": continue
        default:
          if endings.contains(ending) {
            loose.append(path)
            continue
          }
        }
      }
      let isAssets = name.hasSuffix(".xcassets") || folders.contains(name.lowercased())
      if isWhole || isAssets, name != "__frames__", name != "Tests", FileSystem.kind(path) == .folder {
        walk(path, depth: depth + 1, true, &found, &loose, &budget)
      }
    }
  }

  // MARK: Images

  private static func addImageSet(_ folder: String, _ name: String, _ found: inout Found) {
    guard !found.images.contains(where: { $0.name == name }),
      let bytes = try? FileSystem.read("\(folder)/Contents.json", limit: 1 << 20)
    else { return }
    var best: (file: String, scale: Double)?
    var isTemplate = false
    try? bytes.withUnsafeBytes { buffer in
      var cursor = JSONCursor(buffer)
      try cursor.object { cursor, key in
        switch key {
        case "images":
          try cursor.array { cursor in
            var file: String?
            var scale = 1.0
            var isVariant = false
            try cursor.object { cursor, key in
              switch key {
              case "filename": file = try cursor.string()
              case "scale": scale = Double(try cursor.string().dropLast()) ?? 1
              case "appearances":
                isVariant = true
                try cursor.skipValue()
              default: try cursor.skipValue()
              }
            }
            // The sharpest picture; variants for the dark are not told apart.
            if let file, !isVariant, !file.contains("/"), scale >= 1, scale <= 4, scale > best?.scale ?? 0 {
              best = (file, scale)
            }
          }
        case "properties":
          try cursor.object { cursor, key in
            if key == "template-rendering-intent" {
              isTemplate = try cursor.string() == "template"
            } else {
              try cursor.skipValue()
            }
          }
        default: try cursor.skipValue()
        }
      }
    }
    guard let best, let size = size("\(folder)/\(best.file)") else { return }
    found.images.append(
      ImageAssetRow(
        name: name, width: size.width / best.scale, height: size.height / best.scale, path: "\(folder)/\(best.file)",
        isTemplate: isTemplate))
  }

  /// `logo.png`, `logo@2x.png`: by its name without and with the ending.
  private static func addLoose(_ path: String, _ folder: String, _ found: inout Found) {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = file.lastIndex(of: ".") else { return }
    var name = String(file[..<dot])
    var scale = 1.0
    for (ending, value) in [("@2x", 2.0), ("@3x", 3.0)] where name.hasSuffix(ending) {
      name = String(name.dropLast(3))
      scale = value
    }
    if let known = found.images.firstIndex(where: { $0.name == name }) {
      // A sharper file of the same picture.
      if scale > 1, found.images[known].path.hasSuffix("/\(name)\(file[dot...])"), let size = size(path) {
        found.images[known] = ImageAssetRow(
          name: name, width: size.width / scale, height: size.height / scale, path: path)
      }
      return
    }
    guard let size = size(path) else { return }
    found.images.append(ImageAssetRow(name: name, width: size.width / scale, height: size.height / scale, path: path))
  }

  /// Pixels of an image file from its first bytes.
  private static func size(_ path: String) -> (width: Double, height: Double)? {
    guard let bytes = try? FileSystem.readStart(path, count: 1 << 18) else { return nil }
    return ImageHeader.size(bytes)
  }

  // MARK: Colours

  private static func addColorSet(_ folder: String, _ name: String, _ found: inout Found) {
    guard !found.colors.contains(where: { $0.name == name }),
      let bytes = try? FileSystem.read("\(folder)/Contents.json", limit: 1 << 20)
    else { return }
    var light: [Double]?
    var dark: [Double]?
    try? bytes.withUnsafeBytes { buffer in
      var cursor = JSONCursor(buffer)
      try cursor.object { cursor, key in
        guard key == "colors" else { return try cursor.skipValue() }
        try cursor.array { cursor in
          var isDark = false
          var color: [Double]?
          try cursor.object { cursor, key in
            switch key {
            case "appearances":
              try cursor.array { cursor in
                try cursor.object { cursor, key in
                  if key == "value" { isDark = try cursor.string() == "dark" || isDark } else { try cursor.skipValue() }
                }
              }
            case "color":
              try cursor.object { cursor, key in
                guard key == "components" else { return try cursor.skipValue() }
                color = try components(&cursor)
              }
            default: try cursor.skipValue()
            }
          }
          if isDark { dark = dark ?? color } else { light = light ?? color }
        }
      }
    }
    guard let shown = light ?? dark else { return }
    found.colors.append(ColorAssetRow(name: name, light: light ?? shown, dark: dark ?? shown))
  }

  /// `"0.5"`, `"128"`, `"0x80"`.
  private static func components(_ cursor: inout JSONCursor) throws -> [Double] {
    var result = [0.0, 0, 0, 1]
    try cursor.object { cursor, key in
      let index: Int
      switch key {
      case "red": index = 0
      case "green": index = 1
      case "blue": index = 2
      case "alpha": index = 3
      case "white":
        let value = number(try cursor.string())
        for i in 0..<3 { result[i] = value }
        return
      default: return try cursor.skipValue()
      }
      result[index] = number(try cursor.string())
    }
    return result
  }

  private static func number(_ text: String) -> Double {
    if text.hasPrefix("0x") || text.hasPrefix("0X") {
      return Double(min(255, Int(text.dropFirst(2), radix: 16) ?? 0)) / 255
    }
    guard let value = Double(text), value.isFinite else { return 0 }
    // Whole numbers without a point count to 255.
    if !text.contains("."), value > 1 { return min(value, 255) / 255 }
    return max(-1, min(value, 2))
  }
}

/// Pixel sizes from the headers of image files.
enum ImageHeader {
  static func size(_ b: [UInt8]) -> (width: Double, height: Double)? {
    func valid(_ width: Int, _ height: Int) -> (width: Double, height: Double)? {
      width > 0 && height > 0 && width <= 65_535 && height <= 65_535 ? (Double(width), Double(height)) : nil
    }
    func big(_ at: Int, _ count: Int) -> Int {
      guard at >= 0, at + count <= b.count else { return 0 }
      return b[at..<at + count].reduce(0) { $0 << 8 | Int($1) }
    }
    func little(_ at: Int) -> Int { at + 2 <= b.count ? Int(b[at]) | Int(b[at + 1]) << 8 : 0 }
    if b.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return valid(big(16, 4), big(20, 4)) }
    if b.starts(with: [0x47, 0x49, 0x46, 0x38]) { return valid(little(6), little(8)) }
    if b.starts(with: [0xFF, 0xD8]) {
      var at = 2
      while at + 9 < b.count {
        guard b[at] == 0xFF else { return nil }
        let marker = b[at + 1]
        if marker == 0xFF {
          at += 1
          continue
        }
        // Frames, but for the tables among their numbers.
        if (0xC0...0xCF).contains(marker), marker != 0xC4, marker != 0xC8, marker != 0xCC {
          return valid(big(at + 7, 2), big(at + 5, 2))
        }
        if (0xD0...0xD9).contains(marker) || marker == 0x01 {
          at += 2
          continue
        }
        let length = big(at + 2, 2)
        guard length >= 2 else { return nil }
        at += 2 + length
      }
      return nil
    }
    if b.starts(with: Array("RIFF".utf8)), b.count >= 30, Array(b[8..<12]) == Array("WEBP".utf8) {
      switch Array(b[12..<16]) {
      case Array("VP8X".utf8):
        return valid(
          (little(24) | Int(b[26]) << 16) + 1, (little(27) | Int(b[29]) << 16) + 1)
      case Array("VP8 ".utf8): return valid(little(26) & 0x3FFF, little(28) & 0x3FFF)
      default: return nil
      }
    }
    return vector(b)
  }

  /// `width` and `height` of an `<svg>`, else its `viewBox`.
  private static func vector(_ b: [UInt8]) -> (width: Double, height: Double)? {
    let text = String(decoding: b.prefix(1 << 14), as: UTF8.self)
    guard let start = range(of: "<svg", in: text) else { return nil }
    let tag = String(text[start...].prefix { $0 != ">" })
    func attribute(_ name: String) -> String? {
      guard let at = range(of: " \(name)=", in: tag) ?? range(of: "\n\(name)=", in: tag) else { return nil }
      let rest = tag[at...].drop { $0 != "=" }.dropFirst()
      guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
      return String(rest.dropFirst().prefix { $0 != quote })
    }
    func number(_ text: String?) -> Double? {
      guard let text else { return nil }
      let digits = text.prefix { $0.isNumber || $0 == "." || $0 == "-" }
      let unit = text.dropFirst(digits.count)
      guard unit.isEmpty || unit == "px" || unit == "pt", let value = Double(digits), value > 0, value <= 65_535 else {
        return nil
      }
      return value
    }
    if let width = number(attribute("width")), let height = number(attribute("height")) { return (width, height) }
    let box = (attribute("viewBox") ?? "").split { $0 == " " || $0 == "," }.compactMap { Double($0) }
    guard box.count == 4, box[2] > 0, box[3] > 0, box[2] <= 65_535, box[3] <= 65_535 else { return nil }
    return (box[2], box[3])
  }

  private static func range(of part: String, in text: String) -> String.Index? {
    let wanted = Array(part.utf8)
    let bytes = Array(text.utf8)
    guard bytes.count >= wanted.count else { return nil }
    for start in 0...(bytes.count - wanted.count) where bytes[start] == wanted[0] {
      if Array(bytes[start..<start + wanted.count]) == wanted {
        return text.utf8.index(text.startIndex, offsetBy: start)
      }
    }
    return nil
  }

  /// `image/png` by the first bytes; nil for kinds that a browser does not show.
  static func mediaType(_ b: [UInt8]) -> String? {
    if b.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
    if b.starts(with: [0x47, 0x49, 0x46, 0x38]) { return "image/gif" }
    if b.starts(with: [0xFF, 0xD8]) { return "image/jpeg" }
    if b.starts(with: Array("RIFF".utf8)) { return "image/webp" }
    return vector(b) != nil ? "image/svg+xml" : nil
  }
}
