import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { connect } from 'node:tls'

/** A proxy of this machine, started with the settings that the documentation gives for it. */
export interface RealProxy {
  readonly port: number
  /** Its self-signed certificate, PEM. */
  readonly certificate: string
  stop(): Promise<void>
}

export interface ProxyStart {
  readonly kind: 'nginx' | 'caddy'
  readonly program: string
  /** An empty folder. */
  readonly folder: string
  /** Of the server behind the proxy: `127.0.0.1:4000`. */
  readonly upstream: string
}

const host = 'repertoire.example'

export async function startProxy({
  kind,
  program,
  folder,
  upstream,
}: ProxyStart): Promise<RealProxy> {
  const port = await freePort()
  const [certificateFile, keyFile] = makeCertificate(folder)
  const documented = snippetOf(kind).replace('127.0.0.1:4000', upstream)
  const settings =
    kind === 'nginx'
      ? nginxSettings(documented, folder)
          .replace('listen 443', `listen 127.0.0.1:${port}`)
          .replace('/etc/ssl/repertoire.pem', certificateFile)
          .replace('/etc/ssl/repertoire.key', keyFile)
      : `{\nadmin off\nauto_https disable_redirects\n}\n${documented
          .replace(host, `https://${host}:${port}`)
          .replace('{', `{\nbind 127.0.0.1\ntls ${certificateFile} ${keyFile}`)}`
  const file = join(folder, 'proxy.conf')
  writeFileSync(file, settings)
  const args =
    kind === 'nginx'
      ? ['-p', folder, '-c', file, '-e', 'stderr', '-g', 'daemon off;']
      : ['run', '--config', file, '--adapter', 'caddyfile']
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let logged = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    logged += text
  })
  const ended = once(child, 'close')
  const failed = ended.then(() => Promise.reject(new Error(`${kind} ended:\n${logged}`)))
  failed.catch(() => undefined)
  await Promise.race([failed, untilItAnswers(port)])
  return {
    port,
    certificate: readFileSync(certificateFile, 'utf8'),
    stop: async () => {
      // Caddy would wait for streams that are still open; nginx has to end its workers.
      child.kill(kind === 'caddy' ? 'SIGKILL' : 'SIGTERM')
      await ended
    },
  }
}

/** The program of a proxy; undefined where it is not installed. Debian has nginx outside of most people's PATH. */
export function findProxy(kind: ProxyStart['kind']): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  return folders.map((folder) => join(folder, kind)).find((file) => existsSync(file))
}

/** The code block of a language in docs/operating.md. */
function snippetOf(language: string): string {
  const docs = join(import.meta.dirname, '../../../../../../docs/operating.md')
  const block = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``)
  const found = block.exec(readFileSync(docs, 'utf8'))?.[1]
  if (!found) throw new Error(`docs/operating.md has no settings for ${language}`)
  return found
}

function nginxSettings(server: string, folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n')
  // As root its worker would be another account, which cannot enter the folder.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  return `${user}\npid ${folder}/nginx.pid;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${server}}\n`
}

function makeCertificate(folder: string): [certificate: string, key: string] {
  const files: [string, string] = [join(folder, 'proxy.pem'), join(folder, 'proxy.key')]
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`]
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const out = ['-days', '2', '-out', files[0], '-keyout', files[1]]
  execFileSync('openssl', ['req', '-x509', ...key, ...subject, ...out], { stdio: 'pipe' })
  return files
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

async function untilItAnswers(port: number): Promise<void> {
  for (;;) {
    const socket = connect({ host: '127.0.0.1', port, servername: host, rejectUnauthorized: false })
    const answered = await once(socket, 'secureConnect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (answered) return
    await setTimeout(50)
  }
}
