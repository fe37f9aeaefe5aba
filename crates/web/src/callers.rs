//! Who asks, so that nobody waits for what others want.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use axum::http::HeaderMap;
use axum::http::request::Parts;

use crate::pool::Caller;

/// A connection's other end.
#[derive(Clone, Debug)]
pub(crate) struct Peer {
    address: IpAddr,
    /// The time that its requests have had.
    used: Arc<AtomicU64>,
}

impl Peer {
    pub(crate) fn new(address: SocketAddr) -> Peer {
        // On a socket of IPv6 a client of IPv4 has an address of both.
        Peer { address: address.ip().to_canonical(), used: Arc::default() }
    }

    /// Whose connection it is.
    pub(crate) fn client(&self) -> IpAddr {
        network(self.address)
    }
}

/// Whoever there is no address of: the client at the other end of a pair of streams.
pub(crate) fn only() -> Caller {
    Caller { client: Ipv4Addr::UNSPECIFIED.into(), used: Arc::default() }
}

/// Who makes a request.
pub(crate) fn of(head: &Parts) -> Caller {
    let Some(Peer { address, used }) = head.extensions.get::<Peer>().cloned() else { return only() };
    let forwarded = address.is_loopback().then(|| forwarded(&head.headers)).flatten();
    Caller { client: network(forwarded.unwrap_or(address)), used }
}

/// Whom a proxy on this machine asks for. Each adds at the end whom it was asked by, so that only the last
/// one is the word of ours.
fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    let last = last.rsplit(',').next()?.trim();
    last.parse().ok().or_else(|| last.parse().ok().map(|address: SocketAddr| address.ip()))
}

/// A client of IPv6 has as many addresses as it likes, which begin alike.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(six) if !six.is_loopback() => {
            let [a, b, c, d, ..] = six.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caller(peer: &str, forwarded: &[&str]) -> String {
        let mut request = axum::http::Request::new(());
        request.extensions_mut().insert(Peer::new(peer.parse().unwrap()));
        for value in forwarded {
            request.headers_mut().append("x-forwarded-for", value.parse().unwrap());
        }
        of(&request.into_parts().0).client.to_string()
    }

    #[test]
    fn clients_are_told_apart() {
        assert_eq!(caller("192.0.2.7:5000", &[]), "192.0.2.7");
        // Only a proxy on this machine is believed.
        assert_eq!(caller("192.0.2.7:5000", &["198.51.100.1"]), "192.0.2.7");
        assert_eq!(caller("127.0.0.1:5000", &[]), "127.0.0.1");
        assert_eq!(caller("127.0.0.1:5000", &["evil, 198.51.100.1"]), "198.51.100.1");
        assert_eq!(caller("[::1]:5000", &["203.0.113.9", "198.51.100.1:444"]), "198.51.100.1");
        assert_eq!(caller("[::ffff:127.0.0.1]:5000", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(caller("127.0.0.1:5000", &["unknown"]), "127.0.0.1");
        assert_eq!(caller("[2001:db8:1:2:3:4:5:6]:5000", &[]), "2001:db8:1:2::");
        assert_eq!(caller("[::ffff:192.0.2.7]:5000", &[]), "192.0.2.7");
    }
}
