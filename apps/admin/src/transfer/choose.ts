/** Files and folders that the user chooses. */
import type { ChosenFile } from '@typecase/transfer/browser'

/** Paths of files in a chosen folder begin with its name. */
export const chosenFiles = (files: FileList | readonly File[] | null): ChosenFile[] =>
  [...(files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, blob: file }))

/** Name of the chosen folder or file. */
export const nameOf = (files: readonly ChosenFile[]): string => files[0]?.path.split('/')[0] ?? ''

interface SavePicker {
  showSaveFilePicker?(options: {
    suggestedName: string
    types: { accept: Record<string, string[]> }[]
  }): Promise<FileSystemFileHandle>
}

/**
 * A file for streaming; undefined in browsers without support.
 * @throws DOMException AbortError if the user closes the dialog
 */
export const pickTarget = async (name: string): Promise<FileSystemFileHandle | undefined> =>
  (window as SavePicker).showSaveFilePicker?.({
    suggestedName: name,
    types: [{ accept: { 'application/zip': ['.zip'] } }],
  })
