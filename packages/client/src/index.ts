/** Client for the API of Typecase, in browsers and Node. Its types come from the OpenAPI document. */
export { filledPermalink, postPath, timeZoneError } from '@typecase/kernel'
export {
  type ApiClient,
  type ClientOptions,
  createApiClient,
  type Login,
  login,
} from './client.ts'
export { ApiError, type Detail, unwrap } from './errors.ts'
export type { components, operations, paths } from './generated/api.ts'
export { eachPage, eachPost, type ListItem, type ListQuery } from './lists.ts'
export { ifMatch, randomKey, type Tagged, tagged, withKey } from './preconditions.ts'
export { type Retry, type RetryOptions, retryingFetch } from './retry.ts'
