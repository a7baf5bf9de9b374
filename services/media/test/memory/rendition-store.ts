import type { FileStore } from '../../src/core/ports.ts'
import type { RenditionStore, RenditionTask } from '../../src/core/renditions/ports.ts'
import { inOrder, type Rendition } from '../../src/core/renditions/rendition.ts'

interface Task {
  readonly state: 'waiting' | 'made' | 'none'
  readonly tries: number
  readonly dueAt: Date
}

/** In-memory renditions for tests. It hides renditions of deleted files. */
export function memoryRenditionStore(files: FileStore): RenditionStore {
  const tasks = new Map<string, Task>()
  const byFile = new Map<string, readonly Rendition[]>()
  const all = async () => {
    const existingIds = await files.existing([...byFile.keys()])
    return [...byFile].flatMap(([id, renditions]) => (existingIds.has(id) ? renditions : []))
  }
  const claimed = ({ fileId, tries }: RenditionTask) => {
    const task = tasks.get(fileId)
    return task?.state === 'waiting' && task.tries === tries ? task : undefined
  }
  const put = (fileId: string) => {
    if (tasks.has(fileId)) return 0
    tasks.set(fileId, { state: 'waiting', tries: 0, dueAt: new Date(0) })
    return 1
  }

  return {
    async of(fileIds) {
      const requested = new Set(fileIds)
      return Map.groupBy(
        (await all()).filter(({ fileId }) => requested.has(fileId)),
        ({ fileId }) => fileId,
      )
    },
    named: async (name) => (await all()).find(({ filename }) => filename === name),
    existing: async (keys) =>
      new Set((await all()).map(({ key }) => key).filter((key) => keys.includes(key))),
    async enqueue(fileId) {
      if (await files.get(fileId)) put(fileId)
    },
    async enqueueAll(mimeTypes) {
      const { items } = await files.list({ offset: 0 })
      return items
        .filter(({ mimeType }) => mimeTypes.includes(mimeType))
        .reduce((count, { id }) => count + put(id), 0)
    },
    async requeue(fileId) {
      if (tasks.get(fileId)?.state !== 'waiting') tasks.delete(fileId)
      if (await files.get(fileId)) put(fileId)
    },
    async claim(now, until) {
      const existingIds = await files.existing([...tasks.keys()])
      const [first] = [...tasks]
        .filter(([id, { state, dueAt }]) => existingIds.has(id) && state === 'waiting' && dueAt <= now)
        .sort(([, a], [, b]) => a.dueAt.getTime() - b.dueAt.getTime())
      if (!first) return undefined
      const [fileId, task] = first
      tasks.set(fileId, { ...task, tries: task.tries + 1, dueAt: until })
      return { fileId, tries: task.tries + 1 }
    },
    async hold(task, until) {
      const current = (await files.get(task.fileId)) && claimed(task)
      if (current) tasks.set(task.fileId, { ...current, dueAt: until })
      return Boolean(current)
    },
    async release(task, { at, counted }) {
      if (claimed(task))
        tasks.set(task.fileId, { state: 'waiting', tries: counted ? task.tries : task.tries - 1, dueAt: at })
    },
    finish: (task, { renditions, fact }) =>
      files.write(async (tx) => {
        const [file, current] = [await tx.getForUpdate(task.fileId), claimed(task)]
        if (!file || !current) return false
        if (fact) await tx.record(fact(file))
        tasks.set(task.fileId, { ...current, state: renditions.length > 0 ? 'made' : 'none' })
        if (renditions.length > 0) byFile.set(task.fileId, renditions.toSorted(inOrder))
        return true
      }),
  }
}
