import { connect } from 'node:net'

/** The bytes of /long.html as transferred in a content encoding. */
export async function packedBody(port: number, encoding: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  await new Promise<void>((resolve, reject) => {
    const request = `GET /long.html HTTP/1.0\r\nHost: x\r\nAccept-Encoding: ${encoding}\r\n\r\n`
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket
      .on('data', (chunk) => chunks.push(chunk))
      .on('close', () => resolve())
      .on('error', reject)
  })
  const all = Buffer.concat(chunks)
  return all.subarray(all.indexOf('\r\n\r\n') + 4)
}
