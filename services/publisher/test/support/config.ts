import type { PublisherConfig } from '../../src/config.ts'
import type { UpstreamState } from './upstreams.ts'

/** Configuration of a publisher that stores sites in a folder. All other services share one address. */
export function publisherConfig(
  database: { readonly url: string; readonly schema: string },
  root: string,
  upstreams: string,
): PublisherConfig {
  return {
    DATABASE_URL: database.url,
    DATABASE_POOL_MODE: 'session',
    DATABASE_POOL_SIZE: 10,
    DATABASE_SCHEMA: database.schema,
    database,
    GRPC_HOST: '127.0.0.1',
    GRPC_PORT: 0,
    SERVICE_KEYS: 'off',
    OTEL_EXPORTER_OTLP_ENDPOINT: undefined,
    HEALTH_PORT: undefined,
    NATS_URL: undefined,
    NATS_REPLICAS: 1,
    NATS_PREFIX: 'typecase',
    IDENTITY_URL: upstreams,
    CONTENT_URL: upstreams,
    MEDIA_URL: upstreams,
    THEMES_URL: upstreams,
    SITE_ROOT: root,
    sites: { folder: root },
    PUBLIC_SITE_URL: 'http://site.test',
    EXTENSIONS: [],
    HOOK_TIMEOUT_MS: 1000,
    RENDERERS: 1,
    LOG_LEVEL: 'silent',
  }
}

/** One published post with an image, one draft, and a theme of one layout. */
export const smallSite = (): UpstreamState => ({
  posts: [
    {
      slug: 'hello',
      title: 'Hello',
      status: 'published',
      content: 'One **two** ![x](/images/x.png)',
      metadata: { tags: ['A'] },
    },
    { slug: 'secret', title: 'Secret', status: 'draft', content: 'secret' },
  ],
  settings: {},
  theme: {
    'templates/layout.html': '<head></head><body><h1>{{title}}</h1>{{{content}}}</body>',
    'assets/css/style.css': 'body{}',
    'theme.json': '{}',
  },
  images: { 'x.png': 'png' },
})
