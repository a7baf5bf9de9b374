import { useCallback, useState } from 'react'
import { useErrorText } from '../ui/error-text.ts'
import { uploadFile } from './upload-file.ts'

export interface Upload {
  readonly key: string
  readonly name: string
  /** 0 to 1. */
  readonly share: number
  readonly state: 'waiting' | 'running' | 'done' | 'failed'
  readonly reason?: string
}

/** So many at a time: more would only wait on the server. */
const atOnce = 3

/** Files on their way to the server. One that fails does not stop the others. */
export function useUploads() {
  const errorText = useErrorText()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const change = useCallback(
    (key: string, next: Partial<Upload>) =>
      setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...next } : upload))),
    [],
  )
  const add = useCallback(
    async (files: readonly File[]) => {
      const queue = files.map((file) => ({ file, key: crypto.randomUUID() }))
      setUploads((all) => [...all, ...queue.map(({ file, key }) => ({ key, name: file.name, share: 0, state: 'waiting' as const }))])
      const next = async (): Promise<void> => {
        const first = queue.shift()
        if (!first) return
        const { file, key } = first
        change(key, { state: 'running' })
        try {
          await uploadFile(file, (share) => change(key, { share }))
          change(key, { state: 'done', share: 1 })
        } catch (error) {
          change(key, { state: 'failed', reason: errorText(error) })
        }
        return next()
      }
      await Promise.all(Array.from({ length: atOnce }, next))
    },
    [change, errorText],
  )
  const clear = useCallback(() => setUploads((all) => all.filter(({ state }) => state === 'running' || state === 'waiting')), [])
  return { uploads, add, clear }
}
