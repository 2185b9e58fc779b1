import SceneLang
