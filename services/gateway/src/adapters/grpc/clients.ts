/** gRPC clients of the five services. */
import {
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
  SessionServiceDef,
  SettingsServiceDef,
  SetupServiceDef,
  SnapshotServiceDef,
  ThemeServiceDef,
  TransferServiceDef,
  UserServiceDef,
} from '@typecase/contracts/services'
import { serviceActor } from '@typecase/kernel'
import { currentContext, newContext, runInContext } from '@typecase/runtime/context'
import { grpcClient, type LocalServers } from '@typecase/runtime/grpc'
import type { CallSigner } from '@typecase/runtime/service-keys'
import type { Services } from '../../core/ports.ts'

export interface ServiceAddresses {
  readonly identity: string
  readonly content: string
  readonly media: string
  readonly themes: string
  readonly publisher: string
}

/**
 * Runs a call in a context of its own, because several requests may share the call. The context has the id
 * and trace of the first request, but does not end with that request.
 */
function inOwnContext<T>(call: () => Promise<T>): Promise<T> {
  const { requestId, traceparent } = currentContext()
  return runInContext(newContext({ requestId, traceparent, actor: serviceActor('gateway') }), call)
}

const defs = {
  identity: [SessionServiceDef, UserServiceDef, SetupServiceDef, RequestCountServiceDef, ProfileServiceDef],
  content: [
    PostServiceDef,
    PageServiceDef,
    RevisionServiceDef,
    SettingsServiceDef,
    SnapshotServiceDef,
    TransferServiceDef,
  ],
  media: [FileServiceDef, ReferenceServiceDef],
  themes: [ThemeServiceDef, MarketplaceServiceDef, MenuServiceDef],
  publisher: [GenerationServiceDef, PreviewServiceDef, ReceiptServiceDef, RedirectServiceDef],
} as const

/**
 * Clients that connect on first use. `signer` authenticates their calls; `close` closes their connections.
 */
export function grpcServices(
  addresses: ServiceAddresses,
  signer: (target: keyof ServiceAddresses) => CallSigner | undefined,
  local?: LocalServers,
): Services & { close(): void } {
  const client = <T extends keyof typeof defs>(target: T) =>
    grpcClient(defs[target], addresses[target], signer(target), local)
  const identity = client('identity')
  const content = client('content')
  const media = client('media')
  const themes = client('themes')
  const publisher = client('publisher')
  return {
    identity: {
      ...identity,
      verifySession: (request, options) => inOwnContext(() => identity.verifySession(request, options)),
      listProfiles: (request, options) => inOwnContext(() => identity.listProfiles(request, options)),
      addRequests: (request, options) => inOwnContext(() => identity.addRequests(request, options)),
    },
    content: {
      ...content,
      readPosition: (request, options) => inOwnContext(() => content.readPosition(request, options)),
    },
    media,
    themes,
    publisher,
    close: () => {
      for (const each of [identity, content, media, themes, publisher]) each.close()
    },
  }
}
