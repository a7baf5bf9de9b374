/** Saves a file in the downloads folder. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the blob after the click, within a minute.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
