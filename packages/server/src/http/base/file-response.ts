export interface DownloadedFile {
  readonly path: string
  readonly sha256: string
  readonly bytes: Uint8Array
}

/** A download with an opaque content type, so that a browser never renders or runs untrusted bytes. */
export function fileResponse({ path, sha256, bytes }: DownloadedFile): Response {
  const name = path.split('/').at(-1) ?? 'file'
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': String(bytes.byteLength),
      'content-disposition': `attachment; filename*=UTF-8''${encodeRfc5987(name)}`,
      etag: `"${sha256}"`,
    },
  })
}

function encodeRfc5987(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
