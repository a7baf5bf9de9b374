/** Returns the content type. @throws TypeError if it is not valid in a header */
export function checkedContentType(contentType: string): string {
  if (!/^[\x20-\x7e]{1,200}$/.test(contentType))
    throw new TypeError('A content type is 1 to 200 printable ASCII characters')
  return contentType
}
