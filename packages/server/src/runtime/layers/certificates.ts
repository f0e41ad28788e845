import { readFile } from 'node:fs/promises'
import { layerProblem } from './layer-problems.ts'

const systemCertificates = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/cert.pem',
]

/**
 * CA certificates for package indexes: the operator's file, or the machine's. Null when neither exists. Throws
 * ProblemError `layer.installer-missing` when the operator's file cannot be read.
 */
export async function certificates(caFile: string | undefined): Promise<string | null> {
  if (caFile !== undefined) return readFile(caFile, 'utf8').catch(() => Promise.reject(unreadable))
  for (const path of [process.env.SSL_CERT_FILE, ...systemCertificates]) {
    const text = path ? await readFile(path, 'utf8').catch(() => null) : null
    if (text !== null) return text
  }
  return null
}

const unreadable = layerProblem('layer.installer-missing', {
  message:
    'Its packages cannot be installed: the operator has to fix PACKAGE_INDEX_CA_FILE, which cannot be read.',
})
