/**
 * The rules of these files are tested on one system, because a start takes longer than their tests. The
 * settings come first: they have their defaults until others change them.
 */
import './settings.ts'
import './content.ts'
import './search-fields.ts'
import './pages.ts'
import './files.ts'
import './sessions.ts'
import './feeds.ts'
