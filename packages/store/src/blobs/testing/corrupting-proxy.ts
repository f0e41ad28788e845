import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy that flips a bit of the byte after `mark`, `times` times. */
export async function startCorruptingProxy(
  target: { readonly host: string; readonly port: number },
  { mark, times }: { readonly mark: string; readonly times: number },
): Promise<{ readonly port: number; corrupted(): number; close(): Promise<void> }> {
  let done = 0
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target.port, target.host)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
    near.on('data', (chunk) => {
      const at = chunk.indexOf(mark)
      if (at >= 0 && done < times) {
        done += 1
        chunk[at + mark.length] = (chunk[at + mark.length] ?? 0) ^ 1
      }
      far.write(chunk)
    })
    near.on('end', () => far.end())
    far.pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    corrupted: () => done,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
