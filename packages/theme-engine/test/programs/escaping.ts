/**
 * A renderer with a vulnerability: the text that a template passes to `truncate` runs as code. The code can
 * use the modules in `held`, which were loaded before the lock-down. Truncating an empty text returns the
 * result of the code.
 */
import dgram from 'node:dgram'
import dns from 'node:dns'
import net from 'node:net'
import os from 'node:os'
import process from 'node:process'
import { serveTemplates } from '../../src/child.ts'

const handles = {
  socket: new net.Socket(),
  server: net.createServer(),
  datagrams: dgram.createSocket('udp4'),
  resolver: new dns.Resolver(),
  promises: new dns.promises.Resolver(),
}
const held = { ...handles, dgram, dns, net, os, process }
let outcome = ''

async function run(code: string): Promise<void> {
  outcome = ''
  try {
    outcome = `did ${await new Function('held', `return (async () => { ${code} })()`)(held)}`
  } catch (error) {
    outcome = error instanceof Error ? error.message : String(error)
  }
}

serveTemplates({
  isSitePath: () => true,
  styledUrl: (_site, url) => url,
  scriptJson: String,
  cutText(text) {
    if (text !== '') void run(text)
    return outcome
  },
})
