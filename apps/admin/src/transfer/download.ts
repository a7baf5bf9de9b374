/** Saves a file as a download. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the blob only after the click, so its URL must stay valid for a while.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
