/** Names of the hooks for extensions (contract.md#hooks). Public; docs/extensions.md describes each. */

/** Filters called by the gateway. */
export const apiFilterNames = [
  'api_posts',
  'api_post',
  'api_pages',
  'api_page',
  'api_create_post',
  'api_update_post',
  'api_create_page',
  'api_update_page',
  'api_settings',
  'api_update_settings',
] as const
export type ApiFilterName = (typeof apiFilterNames)[number]

/** Filters of the gateway and of the publisher. */
export const filterNames = [...apiFilterNames, 'template_data'] as const
export type FilterName = (typeof filterNames)[number]

/** Actions called by the gateway. */
export const apiActionNames = [
  'post_created',
  'post_updated',
  'pre_post_delete',
  'post_deleted',
  'page_created',
  'page_updated',
  'pre_page_delete',
  'page_deleted',
  'pre_bulk_operation',
  'bulk_publish_item',
  'bulk_draft_item',
  'bulk_delete_item',
  'post_bulk_operation',
  'settings_updated',
  'media_uploaded',
  'media_deleted',
  'theme_switched',
] as const
export type ApiActionName = (typeof apiActionNames)[number]

/** Actions of the gateway and of the publisher. */
export const actionNames = [...apiActionNames, 'site_generated'] as const
export type ActionName = (typeof actionNames)[number]
