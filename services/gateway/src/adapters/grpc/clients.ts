/** The five services behind their addresses. */
import {
  FileServiceDef,
  GenerationServiceDef,
  MarketplaceServiceDef,
  MenuServiceDef,
  PageServiceDef,
  PostServiceDef,
  ReferenceServiceDef,
  RevisionServiceDef,
  SessionServiceDef,
  SettingsServiceDef,
  ThemeServiceDef,
  UserServiceDef,
} from '@typecase/contracts/services'
import { grpcClient } from '@typecase/runtime/grpc'
import type { Services } from '../../core/ports.ts'

export interface ServiceAddresses {
  readonly identity: string
  readonly content: string
  readonly media: string
  readonly themes: string
  readonly publisher: string
}

/** Connects when first used. `close` ends the connections. */
export function grpcServices(addresses: ServiceAddresses): Services & { close(): void } {
  const identity = grpcClient([SessionServiceDef, UserServiceDef], addresses.identity)
  const content = grpcClient([PostServiceDef, PageServiceDef, RevisionServiceDef, SettingsServiceDef], addresses.content)
  const media = grpcClient([FileServiceDef, ReferenceServiceDef], addresses.media)
  const themes = grpcClient([ThemeServiceDef, MarketplaceServiceDef, MenuServiceDef], addresses.themes)
  const publisher = grpcClient([GenerationServiceDef], addresses.publisher)
  return {
    identity,
    content,
    media,
    themes,
    publisher,
    close: () => {
      for (const client of [identity, content, media, themes, publisher]) client.close()
    },
  }
}
