import type { PackageManager } from '@repertoire/core/domain'
import type { SandboxFile } from '@repertoire/sandbox'
import type { LayerLock, NodeLock } from './layer-lock.ts'
import { hostOf } from './package-index.ts'

export function fileOf(path: string, text: string): SandboxFile {
  return { path, bytes: Buffer.from(text), executable: false }
}

/** A host in the form of an allow list entry. */
export function allowed(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}

interface CertificateOptions {
  /** Whether CA certificates were written to `ca.pem`. */
  readonly hasCertificates: boolean
}

export function pipOptions(url: string, { hasCertificates }: CertificateOptions) {
  const { host, port } = hostOf(url)
  return {
    pip: [
      ...(hasCertificates ? ['--cert', '/skill/ca.pem'] : []),
      ...(url.startsWith('http:') ? ['--trusted-host', allowed(host, port)] : []),
    ],
    index: url,
  }
}

export function npmOptions(url: string, { hasCertificates }: CertificateOptions) {
  const { origin, pathname } = new URL(url)
  const certificates = hasCertificates ? ['--cafile=/skill/ca.pem'] : []
  return { arguments: [`--registry=${origin}${pathname}`, ...certificates] }
}

/** npm's credentials for the index. pip reads them from the URL. */
export function settingsFiles(kind: PackageManager, url: string): readonly SandboxFile[] {
  if (kind === 'python') return []
  const { username, password, host, pathname } = new URL(url)
  const who = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
  const path = `//${host}${pathname.endsWith('/') ? pathname : `${pathname}/`}`
  return [fileOf('npmrc', username === '' ? '' : `${path}:_auth=${who.toString('base64')}\n`)]
}

export function requirementsOf({ packages }: LayerLock & { kind: 'python' }): string {
  const lines = packages.map(
    ({ name, version, sha256 }) => `${name}==${version} --hash=sha256:${sha256}\n`,
  )
  return lines.join('')
}

const manifestName = { name: 'skill', version: '0.0.0' }

type Root = Pick<NodeLock, 'dependencies' | 'optionalDependencies'>

function rootOf({ dependencies, optionalDependencies }: Root) {
  return { ...manifestName, dependencies, optionalDependencies }
}

export function manifestOf(root: Root): string {
  return JSON.stringify({ ...rootOf(root), private: true })
}

export function nodeLockText(lock: NodeLock): string {
  const entries = Object.entries(lock.packages).map(([path, { version, integrity, rest }]) => [
    path,
    { ...rest, version, integrity },
  ])
  const packages = { '': rootOf(lock), ...Object.fromEntries(entries) }
  return JSON.stringify({ ...manifestName, lockfileVersion: 3, requires: true, packages })
}
