/** The services of the proto files, typed for `implement` and `grpcClient` of the runtime. */

import type { HealthDefinition } from './generated/grpc/health/v1/Health.ts'
import type { ChangeServiceDefinition } from './generated/typecase/content/v1/ChangeService.ts'
import type { PageServiceDefinition } from './generated/typecase/content/v1/PageService.ts'
import type { PostServiceDefinition } from './generated/typecase/content/v1/PostService.ts'
import type { RevisionServiceDefinition } from './generated/typecase/content/v1/RevisionService.ts'
import type { SettingsServiceDefinition } from './generated/typecase/content/v1/SettingsService.ts'
import type { SnapshotServiceDefinition } from './generated/typecase/content/v1/SnapshotService.ts'
import type { TransferServiceDefinition } from './generated/typecase/content/v1/TransferService.ts'
import type { ProfileServiceDefinition } from './generated/typecase/identity/v1/ProfileService.ts'
import type { RequestCountServiceDefinition } from './generated/typecase/identity/v1/RequestCountService.ts'
import type { SessionServiceDefinition } from './generated/typecase/identity/v1/SessionService.ts'
import type { SetupServiceDefinition } from './generated/typecase/identity/v1/SetupService.ts'
import type { UserServiceDefinition } from './generated/typecase/identity/v1/UserService.ts'
import type { FileServiceDefinition } from './generated/typecase/media/v1/FileService.ts'
import type { ReferenceServiceDefinition } from './generated/typecase/media/v1/ReferenceService.ts'
import type { GenerationServiceDefinition } from './generated/typecase/publisher/v1/GenerationService.ts'
import type { PreviewServiceDefinition } from './generated/typecase/publisher/v1/PreviewService.ts'
import type { ReceiptServiceDefinition } from './generated/typecase/publisher/v1/ReceiptService.ts'
import type { RedirectServiceDefinition } from './generated/typecase/publisher/v1/RedirectService.ts'
import type { MarketplaceServiceDefinition } from './generated/typecase/themes/v1/MarketplaceService.ts'
import type { MenuServiceDefinition } from './generated/typecase/themes/v1/MenuService.ts'
import type { ThemeServiceDefinition } from './generated/typecase/themes/v1/ThemeService.ts'
import { defineService } from './service-def.ts'

export type { ServiceDef } from './service-def.ts'

export const ProfileServiceDef = defineService<ProfileServiceDefinition>()(
  'typecase.identity.v1.ProfileService',
  {},
)
export const RequestCountServiceDef = defineService<RequestCountServiceDefinition>()(
  'typecase.identity.v1.RequestCountService',
  {},
)
export const SessionServiceDef = defineService<SessionServiceDefinition>()(
  'typecase.identity.v1.SessionService',
  {},
)
export const SetupServiceDef = defineService<SetupServiceDefinition>()(
  'typecase.identity.v1.SetupService',
  {},
)
export const UserServiceDef = defineService<UserServiceDefinition>()('typecase.identity.v1.UserService', {})

export const PostServiceDef = defineService<PostServiceDefinition>()('typecase.content.v1.PostService', {})
export const PageServiceDef = defineService<PageServiceDefinition>()('typecase.content.v1.PageService', {})
export const RevisionServiceDef = defineService<RevisionServiceDefinition>()(
  'typecase.content.v1.RevisionService',
  {},
)
export const SettingsServiceDef = defineService<SettingsServiceDefinition>()(
  'typecase.content.v1.SettingsService',
  {},
)
export const TransferServiceDef = defineService<TransferServiceDefinition>()(
  'typecase.content.v1.TransferService',
  {},
)
export const ChangeServiceDef = defineService<ChangeServiceDefinition>()(
  'typecase.content.v1.ChangeService',
  {
    streamChanges: 'server-stream',
  },
)
export const SnapshotServiceDef = defineService<SnapshotServiceDefinition>()(
  'typecase.content.v1.SnapshotService',
  {
    streamContent: 'server-stream',
    streamItems: 'server-stream',
  },
)

export const FileServiceDef = defineService<FileServiceDefinition>()('typecase.media.v1.FileService', {
  uploadFile: 'client-stream',
  readFile: 'server-stream',
})
export const ReferenceServiceDef = defineService<ReferenceServiceDefinition>()(
  'typecase.media.v1.ReferenceService',
  {},
)

export const ThemeServiceDef = defineService<ThemeServiceDefinition>()('typecase.themes.v1.ThemeService', {
  uploadTheme: 'client-stream',
  readTheme: 'server-stream',
})
export const MarketplaceServiceDef = defineService<MarketplaceServiceDefinition>()(
  'typecase.themes.v1.MarketplaceService',
  {},
)
export const MenuServiceDef = defineService<MenuServiceDefinition>()('typecase.themes.v1.MenuService', {})

export const GenerationServiceDef = defineService<GenerationServiceDefinition>()(
  'typecase.publisher.v1.GenerationService',
  {},
)

export const PreviewServiceDef = defineService<PreviewServiceDefinition>()(
  'typecase.publisher.v1.PreviewService',
  {},
)

export const ReceiptServiceDef = defineService<ReceiptServiceDefinition>()(
  'typecase.publisher.v1.ReceiptService',
  {
    watchSite: 'server-stream',
  },
)

export const RedirectServiceDef = defineService<RedirectServiceDefinition>()(
  'typecase.publisher.v1.RedirectService',
  {},
)

export const HealthDef = defineService<HealthDefinition>()('grpc.health.v1.Health', {
  watch: 'server-stream',
})
