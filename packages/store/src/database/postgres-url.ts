/**
 * Whether it is `postgres://…` or `postgresql://…`, and means what was written. A password with `#`, `/` or `?` that is
 * not percent-encoded ends the host too early, which leaves a rest with `@` where none belongs.
 */
export function isPostgresUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !/^postgres(?:ql)?:$/.test(url.protocol) || !/^postgres(?:ql)?:\/\//.test(text)) {
    return false
  }
  const { username, password, pathname, search, hash } = url
  if (hash !== '' || pathname.includes('@') || /^\?[^=]*@/.test(search)) return false
  return [username, password, pathname].every(isEncoded)
}

function isEncoded(part: string): boolean {
  try {
    decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}
