import type { MessageKey } from '../i18n/i18n.ts'
import {
  IconArrowForwardUp,
  IconBrowserShare,
  IconDatabaseExport,
  IconDatabaseImport,
  IconFileText,
  IconLayoutDashboard,
  IconListTree,
  IconMenu2,
  IconPalette,
  IconPhoto,
  IconSettings,
  IconUsers,
} from '../ui/icons.ts'

interface Entry {
  readonly to: string
  readonly label: MessageKey
  readonly icon: typeof IconUsers
  /** Shown to administrators only. */
  readonly admin?: boolean
}
interface Section {
  readonly title?: MessageKey
  readonly entries: readonly Entry[]
}

export const navigation: readonly Section[] = [
  { entries: [{ to: '/', label: 'nav.dashboard', icon: IconLayoutDashboard }] },
  {
    title: 'nav.write',
    entries: [
      { to: '/posts', label: 'nav.posts', icon: IconFileText },
      { to: '/pages', label: 'nav.pages', icon: IconListTree },
      { to: '/media', label: 'nav.media', icon: IconPhoto },
    ],
  },
  {
    title: 'nav.design',
    entries: [
      { to: '/menu', label: 'nav.menu', icon: IconMenu2 },
      { to: '/themes', label: 'nav.themes', icon: IconPalette },
    ],
  },
  {
    title: 'nav.manage',
    entries: [
      { to: '/publish', label: 'nav.publish', icon: IconBrowserShare, admin: true },
      { to: '/redirects', label: 'nav.redirects', icon: IconArrowForwardUp, admin: true },
      { to: '/settings', label: 'nav.settings', icon: IconSettings },
      { to: '/users', label: 'nav.users', icon: IconUsers, admin: true },
      { to: '/import', label: 'nav.import', icon: IconDatabaseImport, admin: true },
      { to: '/export', label: 'nav.export', icon: IconDatabaseExport, admin: true },
    ],
  },
]
