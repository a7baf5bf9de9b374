/** Screens and their URLs. The code of a screen is loaded when it is first opened. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import type { Status } from './api/types.ts'
import { type PostSort, postSorts } from './content/post-sorts.ts'
import { Gate } from './session/gate.tsx'
import { isStep, type Step } from './setup/steps.ts'
import { Crashed, NotFound } from './shell/fallbacks.tsx'
import { Shell } from './shell/shell.tsx'
import { Waiting } from './ui/waiting.tsx'

const root = createRootRoute({
  component: () => (
    <Gate>
      <Shell />
    </Gate>
  ),
  notFoundComponent: NotFound,
})

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
/** For text that may look like a number: the router parses `?search=2026` as a number. */
const textOrNumber = (value: unknown): string | undefined =>
  typeof value === 'number' ? String(value) : text(value)

/** Filters of the list of posts, stored in the URL. */
interface PostSearch {
  readonly status?: Status | undefined
  readonly search?: string | undefined
  readonly category?: string | undefined
  readonly tag?: string | undefined
  readonly author?: string | undefined
  readonly sort?: PostSort | undefined
  readonly page?: number | undefined
}
const postSearch = (search: Record<string, unknown>): PostSearch => ({
  status: search.status === 'draft' || search.status === 'published' ? search.status : undefined,
  search: textOrNumber(search.search),
  category: textOrNumber(search.category),
  tag: textOrNumber(search.tag),
  author: textOrNumber(search.author),
  sort: postSorts.find((sort) => sort === search.sort),
  page: typeof search.page === 'number' && search.page > 1 ? Math.floor(search.page) : undefined,
})

/** Filters of the media library, stored in the URL. */
interface MediaSearch {
  readonly search?: string | undefined
  readonly type?: 'document' | 'all' | undefined
  readonly view?: 'list' | undefined
}
const mediaSearch = (search: Record<string, unknown>): MediaSearch => ({
  search: textOrNumber(search.search),
  type: search.type === 'document' || search.type === 'all' ? search.type : undefined,
  view: search.view === 'list' ? 'list' : undefined,
})

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
})
const posts = createRoute({
  getParentRoute: () => root,
  path: '/posts',
  validateSearch: postSearch,
  component: lazyRouteComponent(() => import('./content/posts-screen.tsx'), 'PostsScreen'),
})
const post = createRoute({
  getParentRoute: () => root,
  path: '/posts/$id',
  component: lazyRouteComponent(() => import('./editor/editor-screens.tsx'), 'PostEditor'),
})
const pages = createRoute({
  getParentRoute: () => root,
  path: '/pages',
  component: lazyRouteComponent(() => import('./content/pages-screen.tsx'), 'PagesScreen'),
})
const page = createRoute({
  getParentRoute: () => root,
  path: '/pages/$id',
  component: lazyRouteComponent(() => import('./editor/editor-screens.tsx'), 'PageEditor'),
})
const media = createRoute({
  getParentRoute: () => root,
  path: '/media',
  validateSearch: mediaSearch,
  component: lazyRouteComponent(() => import('./media/media-screen.tsx'), 'MediaScreen'),
})
const menu = createRoute({
  getParentRoute: () => root,
  path: '/menu',
  component: lazyRouteComponent(() => import('./menu/menu-screen.tsx'), 'MenuScreen'),
})
const redirects = createRoute({
  getParentRoute: () => root,
  path: '/redirects',
  component: lazyRouteComponent(() => import('./redirects/redirects-screen.tsx'), 'RedirectsScreen'),
})
const themes = createRoute({
  getParentRoute: () => root,
  path: '/themes',
  component: lazyRouteComponent(() => import('./themes/themes-screen.tsx'), 'ThemesScreen'),
})
const publish = createRoute({
  getParentRoute: () => root,
  path: '/publish',
  component: lazyRouteComponent(() => import('./publish/publish-screen.tsx'), 'PublishScreen'),
})
const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings/settings-screen.tsx'), 'SettingsScreen'),
})
const users = createRoute({
  getParentRoute: () => root,
  path: '/users',
  component: lazyRouteComponent(() => import('./users/users-screen.tsx'), 'UsersScreen'),
})
const importSite = createRoute({
  getParentRoute: () => root,
  path: '/import',
  component: lazyRouteComponent(() => import('./transfer/import-screen.tsx'), 'ImportScreen'),
})
const exportSite = createRoute({
  getParentRoute: () => root,
  path: '/export',
  component: lazyRouteComponent(() => import('./transfer/export-screen.tsx'), 'ExportScreen'),
})

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  validateSearch: ({ step }: Record<string, unknown>): { readonly step?: Step | undefined } => ({
    step: isStep(step) ? step : undefined,
  }),
  component: lazyRouteComponent(() => import('./setup/setup-screen.tsx'), 'SetupScreen'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    dashboard,
    posts,
    post,
    pages,
    page,
    media,
    menu,
    redirects,
    themes,
    publish,
    settings,
    users,
    importSite,
    exportSite,
    setup,
  ]),
  basepath: '/admin',
  defaultPreload: 'intent',
  defaultErrorComponent: Crashed,
  defaultPendingComponent: Waiting,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
