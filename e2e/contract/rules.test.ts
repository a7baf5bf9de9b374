/**
 * Runs the tests of these files on one system, because a start takes longer than the tests. Settings come
 * first, before other tests change their defaults.
 */
import './settings.ts'
import './content.ts'
import './search-fields.ts'
import './pages.ts'
import './files.ts'
import './sessions.ts'
import './feeds.ts'
