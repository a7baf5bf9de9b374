import type { MediaFile } from '../api/types.ts'
import { upload } from '../api/upload.ts'
import { queryClient } from '../query-client.ts'

/** Uploads one file; its alt text is its name, until somebody says better. @throws ApiError */
export async function uploadFile(file: File, progress?: (share: number) => void): Promise<MediaFile> {
  const form = new FormData()
  if (file.type.startsWith('image/')) form.set('alt', altFrom(file.name))
  form.set('file', file, file.name)
  const { data } = await upload<{ data: MediaFile }>('/api/media/upload', form, progress)
  void queryClient.invalidateQueries({ queryKey: ['media', 'list'] })
  return data
}

const altFrom = (name: string): string =>
  name
    .replace(/\.[^.]+$/, '')
    .replace(/[-_]+/g, ' ')
    .trim()
