/** Files and folders that the user selects. */
import type { ChosenFile } from '@typecase/transfer/browser'

/** Returns the files with their paths, which begin with the name of the selected folder. */
export const chosenFiles = (files: FileList | readonly File[] | null): ChosenFile[] =>
  [...(files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, blob: file }))

/** Name of the selected folder or file, for display. */
export const nameOf = (files: readonly ChosenFile[]): string => files[0]?.path.split('/')[0] ?? ''

interface SavePicker {
  showSaveFilePicker?(options: {
    suggestedName: string
    types: { accept: Record<string, string[]> }[]
  }): Promise<FileSystemFileHandle>
}

/**
 * Asks the user for a file to write to as a stream. Undefined in browsers that cannot write to files.
 * @throws DOMException AbortError if the user closes the dialog
 */
export const pickTarget = async (name: string): Promise<FileSystemFileHandle | undefined> =>
  (window as SavePicker).showSaveFilePicker?.({
    suggestedName: name,
    types: [{ accept: { 'application/zip': ['.zip'] } }],
  })
