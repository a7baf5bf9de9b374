export const isTranslation = (path: string): boolean => /^translations\/[^/]+\.json$/.test(path)

export const isTemplate = (path: string): boolean =>
  /^(templates|partials|custom)\/.+\.html$|^layout\.html$/.test(path)
