import type { MediaFile } from '../api/types.ts'
import { type UploadOptions, upload } from '../api/upload.ts'

/** Uploads one file. Its alt text is at first derived from the file name. @throws ApiError */
export async function uploadFile(file: File, options: UploadOptions = {}): Promise<MediaFile> {
  const form = new FormData()
  if (file.type.startsWith('image/')) form.set('alt', altFrom(file.name))
  form.set('file', file, file.name)
  return (await upload<{ data: MediaFile }>('/api/media/upload', form, options)).data
}

const altFrom = (name: string): string =>
  name
    .replace(/\.[^.]+$/, '')
    .replace(/[-_]+/g, ' ')
    .trim()
