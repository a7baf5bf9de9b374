export const isTemplate = (path: string): boolean =>
  /^(templates|partials|custom)\/.+\.html$|^layout\.html$/.test(path)
