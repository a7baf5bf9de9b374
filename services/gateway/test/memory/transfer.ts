import type { ImportResult, Page, Post } from '@typecase/contracts/messages'
import { AppError, isAppError, requireAdmin } from '@typecase/kernel'
import { currentContext } from '@typecase/runtime/context'
import type { ContentApi } from '../../src/core/ports.ts'

type Stores = Pick<ContentApi, 'createPost' | 'createPage' | 'listPosts' | 'listPages'>

/** Import and export on top of the other operations. Items are found by their source key only. */
export function memoryTransfer(
  stores: Stores,
): Pick<ContentApi, 'importItems' | 'exportItems' | 'exportRevisions'> {
  const idsBySourceKey = new Map<string, string>()
  const importOne = async (type: string, metadataJson: string, content: string, action: string) => {
    const { sourceKey } = JSON.parse(metadataJson)
    const id = idsBySourceKey.get(sourceKey)
    if (id !== undefined && action === 'fail') throw new AppError('conflict', 'ITEM_EXISTS', 'It exists')
    if (id !== undefined) return { id, status: 'unchanged' }
    const request = { metadataJson, content }
    const item: Post | Page | null =
      type === 'post' ? (await stores.createPost(request)).post : (await stores.createPage(request)).page
    idsBySourceKey.set(sourceKey, item?.id ?? '')
    return { id: item?.id ?? '', status: 'created' }
  }
  return {
    async importItems({ items = [] }) {
      requireAdmin(currentContext().actor)
      const results: ImportResult[] = []
      for (const { type = '', metadataJson = '{}', content = '', onExisting = '' } of items) {
        const none = { id: '', slug: '', status: '', code: '', error: '', problems: [] }
        try {
          results.push({ ...none, ...(await importOne(type, metadataJson, content, onExisting)) })
        } catch (error) {
          if (!isAppError(error)) throw error
          results.push({ ...none, code: error.code, error: error.message })
        }
      }
      return { results }
    },
    exportRevisions: async () => ({ revisions: [] }),
    async exportItems() {
      const { posts } = await stores.listPosts({ paging: { limit: 1000 } })
      const { pages } = await stores.listPages({})
      const items = [
        ...pages.map((page) => ({ page, post: null, settings: null })),
        ...posts.map((post) => ({ page: null, post, settings: null })),
      ]
      return { items }
    },
  }
}
