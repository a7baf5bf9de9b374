/** The route table: every route of the API, in the order of the API description. */
import { type SessionWatch, sessionWatch } from '../../../core/session-watch.ts'
import type { Route } from '../table.ts'
import { type Addresses, aboutRoutes } from './about.ts'
import { authRoutes } from './auth.ts'
import { bulkRoutes } from './bulk.ts'
import { marketplaceRoutes } from './marketplace.ts'
import { mediaRoutes } from './media.ts'
import { menuRoutes } from './menu.ts'
import { pageRoutes } from './pages.ts'
import { postRoutes } from './posts.ts'
import { profileRoutes } from './profiles.ts'
import { publicFileRoutes } from './public-files.ts'
import { redirectRoutes } from './redirects.ts'
import { revisionRoutes } from './revisions.ts'
import { settingsRoutes } from './settings.ts'
import { setupRoutes } from './setup.ts'
import { siteEventRoutes } from './site-events.ts'
import { staticRoutes } from './static.ts'
import { termRoutes } from './terms.ts'
import { themeRoutes } from './themes.ts'
import { transferRoutes } from './transfer.ts'
import { userRoutes } from './users.ts'

export function routeTable(version: string, addresses: Addresses): readonly Route[] {
  const publicOrigin = addresses.publicUrl === undefined ? undefined : new URL(addresses.publicUrl).origin
  const sessions = sessionWatch()
  const routes = [
    ...[...authRoutes(publicOrigin), ...setupRoutes, ...userRoutes(publicOrigin)].map((route) =>
      recheckingStreams(route, sessions),
    ),
    ...profileRoutes,
    ...postRoutes,
    ...termRoutes,
    ...pageRoutes,
    ...revisionRoutes,
    ...bulkRoutes,
    ...settingsRoutes,
    ...mediaRoutes,
    ...themeRoutes,
    ...marketplaceRoutes,
    ...menuRoutes,
    ...staticRoutes,
    ...redirectRoutes,
    ...transferRoutes,
    ...siteEventRoutes(sessions),
    ...publicFileRoutes,
  ]
  return [...routes, ...aboutRoutes(routes, version, addresses)]
}

/**
 * After each request other than GET, makes open streams check access again, because the request may have
 * ended sessions or revoked rights.
 */
function recheckingStreams(route: Route, { recheck }: SessionWatch): Route {
  if (route.method === 'GET') return route
  return { ...route, run: (call) => route.run(call).finally(recheck) }
}
