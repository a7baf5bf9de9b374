/**
 * What the gateway needs from the five services. The names and messages are those of the contracts, so the ports are
 * derived from them: a changed proto shows up here as a type error.
 */
import type {
  FileServiceDef,
  GenerationServiceDef,
  MarketplaceServiceDef,
  MenuServiceDef,
  PageServiceDef,
  PostServiceDef,
  PreviewServiceDef,
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
  UserServiceDef,
} from '@typecase/contracts/services'
import type { Actor } from '@typecase/kernel'

export interface CallOptions {
  /** Who asks; default: the actor of the running request. */
  readonly actor?: Actor
  /** Milliseconds to wait at most. */
  readonly deadlineMs?: number
  /** Ends the call; default: when the client has gone. */
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
  Operations<typeof RequestCountServiceDef>
export type ContentApi = Operations<typeof PostServiceDef> &
  Operations<typeof PageServiceDef> &
  Operations<typeof RevisionServiceDef> &
  Operations<typeof SettingsServiceDef> &
  /** Asked by the gateway itself, for no user. */
  Pick<Operations<typeof SnapshotServiceDef>, 'readPosition'>
export type MediaApi = Operations<typeof FileServiceDef> & Operations<typeof ReferenceServiceDef>
/** The gateway never reads the files of a theme. */
export type ThemesApi = Omit<Operations<typeof ThemeServiceDef>, 'readTheme'> &
  Operations<typeof MarketplaceServiceDef> &
  Operations<typeof MenuServiceDef>
export type PublisherApi = Operations<typeof GenerationServiceDef> &
  Operations<typeof PreviewServiceDef> &
  Operations<typeof ReceiptServiceDef> &
  Operations<typeof RedirectServiceDef>

/** The five services behind the gateway. Every operation throws AppError only. */
export interface Services {
  readonly identity: IdentityApi
  readonly content: ContentApi
  readonly media: MediaApi
  readonly themes: ThemesApi
  readonly publisher: PublisherApi
}
