/** Lower-case hex SHA-256 of UTF-8 text or bytes. */
export type Sha256 = (data: string | Uint8Array) => string
