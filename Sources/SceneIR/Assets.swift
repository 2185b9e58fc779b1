/// Image and colour assets that stand beside a scene: what layout and drawing need of them. The image files themselves are
/// not part of a module; their names in the asset folder are, for those who draw.

package struct ImageAssetRow: Equatable, Sendable {
  /// As the scene names it.
  package var name: String
  /// Points.
  package var width: Double
  package var height: Double
  /// Path of the file, relative to the folder of the module; for drawing only.
  package var path: String
  /// Drawn in the foreground colour.
  package var isTemplate: Bool

  package init(name: String, width: Double, height: Double, path: String, isTemplate: Bool = false) {
    self.name = name
    self.width = width
    self.height = height
    self.path = path
    self.isTemplate = isTemplate
  }
}

package struct ColorAssetRow: Equatable, Sendable {
  package var name: String
  /// Red, green, blue, alpha in sRGB, 0 to 1.
  package var light: [Double]
  package var dark: [Double]

  package init(name: String, light: [Double], dark: [Double]) {
    self.name = name
    self.light = light
    self.dark = dark
  }
}
