import { apiError, offline } from './client.ts'

export interface UploadOptions {
  /** Called with the share of the bytes sent so far, 0 to 1. */
  readonly progress?: (share: number) => void
  readonly signal?: AbortSignal
}

/** Sends a form and reports upload progress, which `fetch` cannot. @throws ApiError */
export function upload<T>(
  path: string,
  form: FormData,
  { progress, signal }: UploadOptions = {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      lengthComputable && progress?.(loaded / total)
    request.onload = () => {
      const body = request.response ?? { error: `The server answered ${request.status}` }
      if (request.status >= 200 && request.status < 300) resolve(body as T)
      else reject(apiError(request.status, body, request.getResponseHeader('retry-after')))
    }
    request.onerror = () => reject(offline())
    request.onabort = () => reject(apiError(0, { error: 'The upload was cancelled', code: 'CANCELLED' }))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}
