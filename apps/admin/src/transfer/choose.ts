/** Files and folders that the user chooses. */
import type { ChosenFile } from '@typecase/transfer/browser'

/** The path of a file in a chosen folder begins with the name of the folder. */
export const chosenFiles = (files: FileList | readonly File[] | null): ChosenFile[] =>
  [...(files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, blob: file }))

/** What the user chose, for the screen: the folder or the file. */
export const nameOf = (files: readonly ChosenFile[]): string => files[0]?.path.split('/')[0] ?? ''

interface SavePicker {
  showSaveFilePicker?(options: {
    suggestedName: string
    types: { accept: Record<string, string[]> }[]
  }): Promise<FileSystemFileHandle>
}

/**
 * A file that the browser can write piece by piece; undefined in browsers without such files.
 * @throws DOMException AbortError if the user closes the dialog
 */
export const pickTarget = async (name: string): Promise<FileSystemFileHandle | undefined> =>
  (window as SavePicker).showSaveFilePicker?.({
    suggestedName: name,
    types: [{ accept: { 'application/zip': ['.zip'] } }],
  })
