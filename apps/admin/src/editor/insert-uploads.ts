import type { EditorView } from '@codemirror/view'
import type { Translate } from '../i18n/i18n.ts'
import { uploadFile } from '../media/upload-file.ts'
import { errorText } from '../ui/error-text.ts'
import { toastFailed } from '../ui/toasts.tsx'
import { imageMarkdown } from './formatting.ts'

/** Uploads files and inserts their links at position `at`. Shows placeholders there during the upload. */
export async function insertUploads(
  view: EditorView,
  files: readonly File[],
  at: number,
  t: Translate,
): Promise<void> {
  let position = at
  const notes = files.map((file) => {
    const note = `![${t('format.uploading', { name: file.name.replace(/[[\]\\]/g, '') })} …]()\n`
    view.dispatch({ changes: { from: position, insert: note } })
    position += note.length
    return { file, note }
  })
  for (const { file, note } of notes) {
    let text = ''
    try {
      const stored = await uploadFile(file)
      text =
        stored.type === 'image'
          ? `${imageMarkdown(stored.alt, stored.url)}\n`
          : `[${stored.originalFilename}](${stored.url})\n`
    } catch (error) {
      toastFailed(t('format.uploadFailed', { name: file.name, reason: errorText(error, t) }))
    }
    // Searches for the placeholder, which has moved if the author has typed text before it.
    const from = view.state.doc.toString().indexOf(note)
    if (from >= 0) view.dispatch({ changes: { from, to: from + note.length, insert: text } })
  }
}
