import { ApiError } from './client.ts'

/** Sends a form and tells how much of it has gone, 0 to 1. `fetch` cannot tell. @throws ApiError */
export function upload<T>(path: string, form: FormData, progress?: (share: number) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => lengthComputable && progress?.(loaded / total)
    request.onload = () => {
      const body = request.response ?? { error: `The server answered ${request.status}` }
      if (request.status >= 200 && request.status < 300) resolve(body as T)
      else reject(new ApiError(request.status, body, Number(request.getResponseHeader('retry-after')) || undefined))
    }
    request.onerror = () => reject(new ApiError(0, { error: 'The server cannot be reached', code: 'OFFLINE' }))
    request.send(form)
  })
}
