/** Folders of tools, without content. */
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
