/** Writes media files, menu items, settings, the theme and users. */
import { squarePng } from '../../scenarios/png.ts'
import { deletedValue } from '../ledger.ts'
import { change, type Write, type Writer } from './writer.ts'

export interface MediaWrites {
  readonly upload: Write
  readonly describe: Write
  readonly remove: Write
  /** URLs of files that are never deleted, for use in content. */
  readonly urls: readonly string[]
}

export function mediaWrites(writer: Writer): MediaWrites {
  const { random } = writer
  const urls: string[] = []
  let files: { readonly id: string; readonly entity: string }[] = []
  let count = 0
  async function upload(): Promise<void> {
    const name = `${writer.name}-${++count}.png`
    const form = new FormData()
    form.set(
      'file',
      new Blob([new Uint8Array(squarePng(random.between(8, 200)))], { type: 'image/png' }),
      name,
    )
    form.set('alt', 'new')
    const uploaded = {
      write: 'file upload',
      values: { [`file ${name}`]: 'new' },
      method: 'POST',
      path: '/api/media/upload',
      options: { form },
    }
    const outcome = await change(writer, uploaded)
    if (outcome.kind !== 'done') return
    const { id, url } = outcome.body.data as { id: string; url: string }
    // Every second file is used in content and never deleted; the others are changed and deleted.
    if (count % 2) urls.push(url)
    else files.push({ id, entity: `file ${name}` })
  }
  async function withOne(write: string, value: string, method: string, json?: unknown): Promise<void> {
    if (files.length === 0) return upload()
    const file = random.pick(files)
    const path = `/api/media/${file.id}`
    const outcome = await change(writer, {
      write,
      values: { [file.entity]: value },
      method,
      path,
      options: { json },
    })
    const isFinished = outcome.kind === 'done' ? value === deletedValue : outcome.kind !== 'unsent'
    if (isFinished) files = files.filter((each) => each !== file)
  }
  return {
    upload,
    async describe() {
      const alt = `alt-${random.between(1, 1_000_000)}`
      await withOne('file description', alt, 'PUT', { alt })
    },
    remove: () => withOne('file delete', deletedValue, 'DELETE'),
    urls,
  }
}

export function menuWrites(writer: Writer): { readonly menu: Write } {
  const { random } = writer
  let ids: string[] = []
  let count = 0
  return {
    async menu() {
      const title = `title-${random.between(1, 1_000_000)}`
      const options = (id?: string) => ({ json: { ...(id ? { id } : {}), title, url: '/' } })
      if (ids.length < 3) {
        const id = `item-${writer.name}-${++count}`
        const addition = {
          write: 'menu add',
          values: { [`menu ${id}`]: title },
          method: 'POST',
          path: '/api/menu',
          options: options(id),
        }
        if ((await change(writer, addition)).kind === 'done') ids.push(id)
        return
      }
      const id = random.pick(ids)
      const isDeletion = random.next() < 0.4
      const [write, method, value] = isDeletion
        ? ['menu delete', 'DELETE', deletedValue]
        : ['menu change', 'PUT', title]
      const changed = { write, values: { [`menu ${id}`]: value }, method, path: `/api/menu/${id}` }
      const outcome = await change(writer, isDeletion ? changed : { ...changed, options: options() })
      const isFinished = outcome.kind === 'done' ? isDeletion : outcome.kind !== 'unsent'
      if (isFinished) ids = ids.filter((each) => each !== id)
    },
  }
}

/** Changes settings. Only one writer may do this, because all writers share the settings. */
export function settingsWrites(writer: Writer): { readonly settings: Write } {
  const names = ['siteTitle', 'siteDescription', 'footerCode'] as const
  return {
    async settings() {
      const name = writer.random.pick(names)
      const value = `${name} ${writer.random.between(1, 1_000_000)}`
      const values = { [`setting ${name}`]: value }
      await change(writer, {
        write: 'settings',
        values,
        method: 'PUT',
        path: '/api/settings',
        options: { json: { [name]: value } },
      })
    },
  }
}

/** Switches the theme. Only one writer may do this. */
export function themeWrites(writer: Writer): { readonly theme: Write } {
  return {
    async theme() {
      const name = writer.random.pick(['default', 'docs', 'magazine'])
      await change(writer, {
        write: 'theme switch',
        values: { theme: name },
        method: 'POST',
        path: `/api/themes/switch/${name}`,
      })
    },
  }
}

export function userWrites(writer: Writer): { readonly user: Write } {
  let users: { readonly id: string; readonly username: string }[] = []
  let count = 0
  const changeUser = async ({ id, username }: { id: string; username: string }) => {
    const isDeletion = writer.random.next() < 0.3
    const email = `mail-${writer.random.between(1, 1_000_000)}-${writer.name}@example.com`
    const path = `/api/users/${id}`
    const entity = `user ${username}`
    return isDeletion
      ? {
          isDeletion,
          outcome: await change(writer, {
            write: 'user delete',
            values: { [entity]: deletedValue },
            method: 'DELETE',
            path,
          }),
        }
      : {
          isDeletion,
          outcome: await change(writer, {
            write: 'user change',
            values: { [entity]: email },
            method: 'PUT',
            path,
            options: { json: { email } },
          }),
        }
  }
  return {
    async user() {
      if (users.length >= 3) {
        const user = writer.random.pick(users)
        const { isDeletion, outcome } = await changeUser(user)
        const isFinished = outcome.kind === 'done' ? isDeletion : outcome.kind !== 'unsent'
        if (isFinished) users = users.filter((each) => each !== user)
        return
      }
      const username = `user-${writer.name}-${++count}`
      const json = { username, email: `${username}@example.com`, password: 'a-long-password', role: 'editor' }
      const values = { [`user ${username}`]: json.email }
      const outcome = await change(writer, {
        write: 'user create',
        values,
        method: 'POST',
        path: '/api/users',
        options: { json },
      })
      if (outcome.kind === 'done')
        users.push({ id: String((outcome.body.data as { id: string }).id), username })
    },
  }
}
