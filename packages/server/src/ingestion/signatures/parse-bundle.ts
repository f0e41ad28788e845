import { X509Certificate } from 'node:crypto'
import { z } from 'zod'

/** What of a Sigstore bundle (v0.3) is used: a DSSE envelope, and who signed it. */
export interface SignatureBundle {
  /** The in-toto statement as it was signed. */
  readonly payload: Uint8Array
  readonly signature: Uint8Array
  /** Leaf first; empty where a bare key signed. */
  readonly certificates: readonly X509Certificate[]
}

export type ParsedBundle = SignatureBundle | { readonly fault: string }

/** The only payload that is signed this way; another one could be a document of another kind. */
export const payloadType = 'application/vnd.in-toto+json'
const maxBytes = 2 * 1024 * 1024
const maxCertificates = 8
const base64 = z
  .string()
  .max(1_400_000)
  .regex(/^[A-Za-z0-9+/_-]*={0,2}$/)
const certificate = z.object({ rawBytes: base64 })

const bundleSchema = z.object({
  mediaType: z.string().regex(/^application\/vnd\.dev\.sigstore\.bundle(\+json;version=|\.v)0\.\d/),
  verificationMaterial: z.object({
    certificate: certificate.optional(),
    x509CertificateChain: z
      .object({ certificates: z.array(certificate).min(1).max(maxCertificates) })
      .optional(),
    publicKey: z.object({ hint: z.string().max(1_000).optional() }).optional(),
  }),
  dsseEnvelope: z.object({
    payload: base64,
    payloadType: z.literal(payloadType),
    signatures: z.array(z.object({ sig: base64 })).length(1),
  }),
})

/** The bundle in a signature file, or a clause that says why it is none. Never throws. */
export function parseBundle(bytes: Uint8Array): ParsedBundle {
  if (bytes.length > maxBytes) return { fault: 'is larger than 2 MiB' }
  const parsed = bundleSchema.safeParse(jsonOf(bytes))
  if (!parsed.success) return { fault: 'is no Sigstore bundle with one DSSE signature' }
  const { verificationMaterial: material, dsseEnvelope: envelope } = parsed.data
  const leaf = material.certificate ? [material.certificate] : []
  const raw = material.x509CertificateChain?.certificates ?? leaf
  try {
    return {
      payload: Buffer.from(envelope.payload, 'base64'),
      signature: Buffer.from(envelope.signatures[0]?.sig ?? '', 'base64'),
      certificates: raw.map(({ rawBytes }) => new X509Certificate(Buffer.from(rawBytes, 'base64'))),
    }
  } catch {
    return { fault: 'has a certificate that cannot be read' }
  }
}

/** What is signed of a DSSE envelope (its pre-authentication encoding). */
export function signedBytes(payload: Uint8Array): Uint8Array {
  const head = `DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `
  return Buffer.concat([Buffer.from(head), payload])
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}
