import { join } from 'node:path'

export interface CephConf {
  readonly dir: string
  readonly fsid: string
  readonly monPort: number
  readonly port: number
  readonly kind: 'memstore' | 'bluestore'
  readonly settings: readonly string[]
}

/** Returns a ceph.conf for a cluster on this machine only. */
export const cephConf = ({ dir, fsid, monPort, port, kind, settings }: CephConf): string => `[global]
fsid = ${fsid}
mon_host = v1:127.0.0.1:${monPort}
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
# Without keys, the gateway cannot connect over protocol version 2.
ms_bind_msgr2 = false
# The default makes the first start several times slower.
paxos_propose_interval = 0.05
osd_pool_default_size = 1
osd_pool_default_min_size = 1
mon_allow_pool_size_one = true
osd_crush_chooseleaf_type = 0
osd_pool_default_pg_num = 8
osd_pool_default_pg_autoscale_mode = off
mon_max_pg_per_osd = 2000
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
public_network = 127.0.0.0/8
run_dir = ${dir}
admin_socket = ${join(dir, '$name.asok')}
pid_file = ${join(dir, '$name.pid')}
log_file = ${join(dir, '$name.log')}
crash_dir = ${dir}
${settings.join('\n')}

[mon]
mon_data = ${join(dir, 'mon')}
mon_data_avail_crit = 1
mon_data_avail_warn = 2

[osd]
osd_data = ${join(dir, 'osd')}
osd_objectstore = ${kind}
memstore_device_bytes = 2147483648
bluestore_block_size = 21474836480
osd_max_object_name_len = 460
osd_max_object_namespace_len = 64

[client.rgw]
# Without tcp_nodelay, a response body waits 40 ms for the TCP acknowledgement of its headers.
rgw_frontends = beast endpoint=127.0.0.1:${port} tcp_nodelay=1
`
