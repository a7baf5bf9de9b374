/**
 * Ports to the five services, derived from the protobuf contracts. So a change of a contract results in type
 * errors in the gateway.
 */
import type {
  FileServiceDef,
  GenerationServiceDef,
  MarketplaceServiceDef,
  MenuServiceDef,
  PageServiceDef,
  PostServiceDef,
  PreviewServiceDef,
  ProfileServiceDef,
  ReceiptServiceDef,
  RedirectServiceDef,
  ReferenceServiceDef,
  RequestCountServiceDef,
  RevisionServiceDef,
  ServiceDef,
  SessionServiceDef,
  SettingsServiceDef,
  SetupServiceDef,
  SnapshotServiceDef,
  ThemeServiceDef,
  TransferServiceDef,
  UserServiceDef,
} from '@typecase/contracts/services'
import type { Actor } from '@typecase/kernel'

export interface CallOptions {
  /** Default: the actor of the running request. */
  readonly actor?: Actor
  /** Timeout in milliseconds. */
  readonly deadlineMs?: number
  /** Cancels the call. By default, the call is cancelled when the client disconnects. */
  readonly signal?: AbortSignal
}

interface Method {
  requestIn: unknown
  replyOut: unknown
}

type Operation<M extends Method, Kind> = Kind extends 'client-stream'
  ? (requests: AsyncIterable<M['requestIn']>, options?: CallOptions) => Promise<M['replyOut']>
  : Kind extends 'server-stream'
    ? (request: M['requestIn'], options?: CallOptions) => AsyncIterable<M['replyOut']>
    : (request: M['requestIn'], options?: CallOptions) => Promise<M['replyOut']>

type Operations<D> =
  D extends ServiceDef<infer Methods, infer Streams>
    ? {
        readonly [K in keyof Methods]: Methods[K] extends Method
          ? Operation<Methods[K], K extends keyof Streams ? Streams[K] : undefined>
          : never
      }
    : never

export type IdentityApi = Operations<typeof SessionServiceDef> &
  Operations<typeof UserServiceDef> &
  Operations<typeof SetupServiceDef> &
  Operations<typeof RequestCountServiceDef> &
  /** The gateway calls this as a service, not as a user. */
  Operations<typeof ProfileServiceDef>
export type ContentApi = Operations<typeof PostServiceDef> &
  Operations<typeof PageServiceDef> &
  Operations<typeof RevisionServiceDef> &
  Operations<typeof SettingsServiceDef> &
  Operations<typeof TransferServiceDef> &
  /** The gateway calls this as a service, not as a user. */
  Pick<Operations<typeof SnapshotServiceDef>, 'readPosition'>
export type MediaApi = Operations<typeof FileServiceDef> & Operations<typeof ReferenceServiceDef>
/** Without `readTheme`, because the gateway never reads files of themes. */
export type ThemesApi = Omit<Operations<typeof ThemeServiceDef>, 'readTheme'> &
  Operations<typeof MarketplaceServiceDef> &
  Operations<typeof MenuServiceDef>
export type PublisherApi = Operations<typeof GenerationServiceDef> &
  Operations<typeof PreviewServiceDef> &
  Operations<typeof ReceiptServiceDef> &
  Operations<typeof RedirectServiceDef>

/** The five services. Operations throw no errors other than AppError. */
export interface Services {
  readonly identity: IdentityApi
  readonly content: ContentApi
  readonly media: MediaApi
  readonly themes: ThemesApi
  readonly publisher: PublisherApi
}
