/** Folders of development tools, which contain nothing to import. */
export const toolFolders: ReadonlySet<string> = new Set([
  'node_modules',
  '.git',
  '.svn',
  '.hg',
  '.idea',
  '.vscode',
  '.cache',
  '.sass-cache',
])
