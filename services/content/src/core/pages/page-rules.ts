import type { Problem } from '@typecase/kernel'
import { pageFact } from '../events.ts'
import type { ItemRules } from '../items/item-rules.ts'
import type { JsonObject } from '../json.ts'
import { pageFieldChecks, translationErrors } from '../metadata/field-checks.ts'
import { isPageType, type PageFields, parentSlug } from './page.ts'
import { pageTree } from './page-tree.ts'
import { isReserved } from './tree.ts'

export const pageRules: ItemRules<PageFields> = {
  kind: 'page',
  fieldChecks: pageFieldChecks,
  ownFieldNames: ['pageType', 'parentPage'],
  initialFields: ({ pageType }, { slug }) => ({
    pageType: isPageType(pageType) ? pageType : 'normal',
    parentId: undefined,
    path: [slug],
  }),
  changedFields: ({ pageType }) => (isPageType(pageType) ? { pageType } : {}),
  fieldErrors: (metadata, id, isNew) => [...typeErrors(metadata, isNew), ...translationErrors(metadata, id)],
  comparedFields: ({ pageType, parentId }) => ({ pageType, parentPage: parentId ?? null }),
  revisionFields: (page) => ({ pageType: page.pageType, parentPage: parentSlug(page) ?? null }),
  restoredFields: () => ({}),
  toJson: ({ pageType, parentId, path }) => ({ pageType, parentId: parentId ?? null, path }),
  fromJson,
  withSlug: (page, slug) => ({ ...page, slug, path: [...page.path.slice(0, -1), slug] }),
  isReserved,
  fact: pageFact,
  writer: (tx) => tx.pages,
  schedule: ({ read }) => read.pages,
  takenSlugs: (tx, { pageType }, slugs) => tx.pages.takenSlugs(pageType, slugs),
  parallel: 1,
  tree: pageTree,
}

function typeErrors({ pageType }: JsonObject, isNew = false): readonly Problem[] {
  const isAbsent = pageType === undefined || (pageType === null && isNew)
  return isAbsent || isPageType(pageType)
    ? []
    : [{ path: 'metadata.pageType', message: 'The pageType must be normal or custom' }]
}

function fromJson({ pageType, parentId, path }: JsonObject): PageFields {
  return {
    pageType: pageType === 'custom' ? 'custom' : 'normal',
    parentId: typeof parentId === 'string' ? parentId : undefined,
    path: Array.isArray(path) ? path.map(String) : [],
  }
}
