import { execFileSync } from 'node:child_process'
import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PackageSigner } from '../sign-package.ts'

export interface Authority {
  /** Its certificate, to be trusted. */
  readonly pem: string
  /** Makes a certificate and its key. `days` from now; `use`: an extended key usage. */
  close(): void
  issue(
    name: string,
    options?: { days?: number; use?: string; isAuthority?: boolean },
  ): PackageSigner
}

/** A certificate authority of its own, made with openssl. */
export function createAuthority(name = 'Test authority'): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'repertoire-authority-'))
  const run = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const newKey = (file: string) =>
    run('genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256', '-out', file)
  newKey('ca.key')
  run(
    ...['req', '-x509', '-new', '-key', 'ca.key', '-days', '100', '-subj', `/CN=${name}`],
    ...['-addext', 'keyUsage=critical,keyCertSign', '-out', 'ca.pem'],
  )
  const pem = readFileSync(join(folder, 'ca.pem'), 'utf8')
  return {
    pem,
    close: () => rmSync(folder, { recursive: true, force: true }),
    issue: (subject, { days = 30, use = 'codeSigning', isAuthority = false } = {}) => {
      newKey('leaf.key')
      writeFileSync(
        join(folder, 'leaf.cnf'),
        isAuthority
          ? 'basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\n'
          : `basicConstraints=CA:FALSE\nextendedKeyUsage=${use}\nsubjectAltName=email:${subject}@example.org\n`,
      )
      run('req', '-new', '-key', 'leaf.key', '-subj', `/CN=${subject}`, '-out', 'leaf.csr')
      run(
        ...['x509', '-req', '-in', 'leaf.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key'],
        ...['-CAcreateserial', '-days', String(days), '-extfile', 'leaf.cnf', '-out', 'leaf.pem'],
      )
      const privateKey = createPrivateKey(readFileSync(join(folder, 'leaf.key')))
      const leaf = new X509Certificate(readFileSync(join(folder, 'leaf.pem')))
      const certificates = [leaf, new X509Certificate(pem)]
      return { privateKey, publicKey: createPublicKey(privateKey), certificates }
    },
  }
}
