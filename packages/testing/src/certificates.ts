import forge from 'node-forge'

export interface Certificate {
  readonly certificate: string
  readonly key: string
}

export interface Authority {
  /** PEM, for clients that trust this authority. */
  readonly certificate: string
  /** Issues a certificate for a server name or IP address. */
  issue(host: string): Certificate
}

export function certificateAuthority(name: string): Authority {
  const keys = forge.pki.rsa.generateKeyPair(2048)
  const subject = [{ name: 'commonName', value: name }]
  const extensions = [{ name: 'basicConstraints', cA: true }]
  const certificate = signed(
    { publicKey: keys.publicKey, subject, issuer: subject, extensions },
    keys.privateKey,
  )
  return {
    certificate,
    issue(host) {
      const hostKeys = forge.pki.rsa.generateKeyPair(2048)
      const altName = /^[\d.]+$/.test(host) ? { type: 7, ip: host } : { type: 2, value: host }
      const issued = {
        publicKey: hostKeys.publicKey,
        subject: [{ name: 'commonName', value: host }],
        issuer: subject,
        extensions: [{ name: 'subjectAltName', altNames: [altName] }],
      }
      return {
        certificate: signed(issued, keys.privateKey),
        key: forge.pki.privateKeyToPem(hostKeys.privateKey),
      }
    },
  }
}

interface Unsigned {
  readonly publicKey: forge.pki.rsa.PublicKey
  readonly subject: forge.pki.CertificateField[]
  readonly issuer: forge.pki.CertificateField[]
  readonly extensions: object[]
}

function signed({ publicKey, subject, issuer, extensions }: Unsigned, by: forge.pki.rsa.PrivateKey): string {
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = publicKey
  // The first bit must not be set, because the number is signed.
  certificate.serialNumber = `01${forge.util.bytesToHex(forge.random.getBytesSync(8))}`
  certificate.validity.notBefore = new Date(Date.now() - 3_600_000)
  certificate.validity.notAfter = new Date(Date.now() + 24 * 3_600_000)
  certificate.setSubject(subject)
  certificate.setIssuer(issuer)
  certificate.setExtensions(extensions)
  certificate.sign(by, forge.md.sha256.create())
  return forge.pki.certificateToPem(certificate)
}
