/** Whether it is an address of a server and of nothing in it: no secret can stand in it. */
export function isPlainAddress(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return false
  return [url.username, url.password, url.search, url.hash].every((part) => part === '')
}
