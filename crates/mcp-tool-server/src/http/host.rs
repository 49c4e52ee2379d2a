//! The hosts and origins whose requests the server accepts.
//!
//! A web page can send requests to a server on its user's machine: with its own host name, which resolves to
//! this machine (DNS rebinding), or from its own origin.

use http::header::{HOST, ORIGIN};
use http::uri::{Authority, Scheme};
use http::{HeaderMap, StatusCode, Uri};
use mcp_tool_runtime::embed::shorten;

use super::rejection::Rejection;

/// The hosts and origins of a configuration. Without a port, each matches every port.
pub(super) struct AllowedHosts {
    hosts: Vec<Authority>,
    /// `None` accepts the pages of the hosts.
    origins: Option<Vec<Origin>>,
}

/// The scheme and the host of a page, or `None` for the origin `null`, for instance of a local file.
type Origin = Option<(Scheme, Authority)>;

impl AllowedHosts {
    /// Without `origins`, accepts the pages of the hosts. Ignores names and origins that no request can match.
    pub(super) fn new(hosts: &[String], origins: Option<&[String]>) -> Self {
        let host = |text: &String| {
            let host = text.trim();
            // An IPv6 address may lack its brackets.
            host.parse().or_else(|_| format!("[{host}]").parse()).ok()
        };
        AllowedHosts {
            hosts: hosts.iter().filter_map(host).collect(),
            origins: origins.map(|origins| {
                let origins = origins.iter();
                origins.filter_map(|text| allowed_origin(text)).collect()
            }),
        }
    }

    /// Returns whether a request's host is an allowed one, letter by letter. This saves parsing the host.
    fn is_plain(&self, uri: &Uri, headers: &HeaderMap) -> bool {
        let host = headers.get(HOST).filter(|_| uri.authority().is_none());
        host.is_some_and(|host| {
            let mut hosts = self.hosts.iter().map(|allowed| allowed.as_str().as_bytes());
            hosts.any(|allowed| match host.as_bytes().strip_prefix(allowed) {
                Some([]) => true,
                Some([b':', port @ ..]) if matches!(port.len(), 1..5) => {
                    let has_port = allowed.contains(&b':') && !allowed.ends_with(b"]");
                    !has_port && port.iter().all(u8::is_ascii_digit)
                }
                _ => false,
            })
        })
    }

    /// Rejects a request for another host, or from a web page of another origin. Accepts a request without
    /// `Origin`, because only web pages send this header.
    pub(super) fn check(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Rejection> {
        if !headers.contains_key(ORIGIN) && self.is_plain(uri, headers) {
            return Ok(());
        }
        let host = requested_host(uri, headers)?;
        if !self
            .hosts
            .iter()
            .any(|allowed| accepts(allowed, &host, None))
        {
            tracing::warn!(
                host = shorten(host.as_str(), 200),
                "rejected a host: if it is a name of this server, pass it to `HttpConfig::allow_hosts`"
            );
            return Err(forbidden(
                "the header `Host` names a host that the server does not allow",
            ));
        }
        let Some(origin) = headers.get(ORIGIN) else {
            return Ok(());
        };
        let page = origin.to_str().ok().and_then(read_origin);
        if !page.is_some_and(|page| self.accepts(&page)) {
            let origin = shorten(&String::from_utf8_lossy(origin.as_bytes()), 200);
            tracing::warn!(
                origin,
                "rejected a web page: if it is yours, pass its origin to `HttpConfig::allow_origins`"
            );
            return Err(forbidden(
                "the server does not allow web pages of this `Origin`",
            ));
        }
        Ok(())
    }

    fn accepts(&self, origin: &Origin) -> bool {
        match (&self.origins, origin) {
            (None, None) => false,
            (None, Some((scheme, host))) => default_port(scheme).is_some_and(|port| {
                let mut hosts = self.hosts.iter();
                hosts.any(|allowed| accepts(allowed, host, Some(port)))
            }),
            (Some(allowed), origin) => allowed.iter().any(|allowed| match (allowed, origin) {
                (Some((scheme, host)), Some((of_page, page))) => {
                    scheme == of_page && accepts(host, page, default_port(scheme))
                }
                (allowed, origin) => allowed == origin,
            }),
        }
    }
}

/// Reads the text of an origin.
fn read_origin(text: &str) -> Option<Origin> {
    let text = text.trim();
    if text.eq_ignore_ascii_case("null") {
        return Some(None);
    }
    let uri = text.parse::<Uri>().ok()?.into_parts();
    Some(Some((uri.scheme?, uri.authority?)))
}

/// Returns whether an allowed host matches the host of a request or a page. Without a port, the host has the
/// port `default`.
fn accepts(allowed: &Authority, host: &Authority, default: Option<u16>) -> bool {
    let fits = |port| host.port_u16().or(default) == Some(port);
    allowed.host().eq_ignore_ascii_case(host.host()) && allowed.port_u16().is_none_or(fits)
}

/// Reads an origin of the configuration. It matches every port if it ends with `:*`, or names no port.
fn allowed_origin(text: &str) -> Option<Origin> {
    let Some(base) = text.trim().strip_suffix(":*") else {
        return read_origin(text);
    };
    let (scheme, host) = read_origin(base)??;
    host.port_u16().is_none().then_some(Some((scheme, host)))
}

fn default_port(scheme: &Scheme) -> Option<u16> {
    match scheme.as_str() {
        "http" => Some(80),
        "https" => Some(443),
        _ => None,
    }
}

/// Returns the host of a request. HTTP/2 names it in the URI, and middleware may have removed the header.
fn requested_host(uri: &Uri, headers: &HeaderMap) -> Result<Authority, Rejection> {
    let invalid = |fault: &str| Rejection::invalid(StatusCode::BAD_REQUEST, fault);
    match headers.get(HOST) {
        Some(host) => {
            let host = Authority::try_from(host.as_bytes());
            host.map_err(|_| invalid("the header `Host` is not a host"))
        }
        None => {
            let host = uri.authority().cloned();
            host.ok_or_else(|| invalid("the header `Host` is missing"))
        }
    }
}

fn forbidden(fault: &str) -> Rejection {
    Rejection::invalid(StatusCode::FORBIDDEN, fault)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(allowed: &AllowedHosts, host: &str, origin: Option<&str>) -> u16 {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(ORIGIN, origin.parse().unwrap());
        }
        match allowed.check(&Uri::from_static("/mcp"), &headers) {
            Ok(()) => 200,
            Err(rejection) => rejection.into_response(None).status().as_u16(),
        }
    }

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn only_allowed_hosts_are_accepted() {
        let local = ["localhost", "127.0.0.1", "::1", "[::2]"];
        let tools = ["Tools.example", " api.example:8080 ", ""];
        for (allowed, host, expected) in [
            (&local[..], "localhost", 200),
            (&local, "LOCALHOST:8080", 200),
            (&local, "127.0.0.1:1", 200),
            (&local, "[::1]", 200),
            (&local, "[::1]:8080", 200),
            (&local, "[::2]:8080", 200),
            (&local, "[::3]", 403),
            (&local, "localhost.example", 403),
            (&local, "localhost.", 403),
            (&local, "evil.example", 403),
            (&local, "", 400),
            (&local, "a b", 400),
            (&local, "::1", 400),
            (&local, "localhost/x", 400),
            (&tools, "tools.example", 200),
            (&tools, "tools.EXAMPLE:9", 200),
            (&tools, "api.example:8080", 200),
            (&tools, "api.example:8081", 403),
            (&tools, "api.example", 403),
            (&tools, "localhost", 403),
            (&[], "localhost", 403),
        ] {
            let allowed_hosts = AllowedHosts::new(&texts(allowed), None);
            let found = status(&allowed_hosts, host, None);
            assert_eq!(found, expected, "{host} of {allowed:?}");
        }
    }

    #[test]
    fn the_uri_can_name_the_host() {
        let allowed = AllowedHosts::new(&texts(&["localhost"]), None);
        let none = HeaderMap::new();
        for (uri, expected) in [
            ("http://localhost:80/mcp", None),
            ("http://evil.example/mcp", Some(StatusCode::FORBIDDEN)),
            ("/mcp", Some(StatusCode::BAD_REQUEST)),
        ] {
            let rejection = allowed.check(&Uri::from_static(uri), &none).err();
            let status = rejection.map(|rejection| rejection.into_response(None).status());
            assert_eq!(status, expected, "{uri}");
        }
    }

    #[test]
    fn only_pages_of_allowed_origins_are_accepted() {
        let hosts = texts(&["localhost", "127.0.0.1", "::1", "api.example:443"]);
        let pages = [
            "https://app.example:443",
            "http://LOCALHOST:*",
            "https://any.example",
            "vscode-webview://panel",
            "https://twice.example:1:*",
            "app.example",
            "",
        ];
        for (origins, origin, expected) in [
            (None, "http://localhost", 200),
            (None, "https://localhost:8080", 200),
            (None, "http://[::1]:8080", 200),
            (None, "https://api.example", 200),
            (None, "http://api.example:443", 200),
            (None, "http://api.example", 403),
            (None, "ftp://localhost", 403),
            (None, "https://evil.example", 403),
            (None, "null", 403),
            (None, "", 403),
            (None, "localhost", 403),
            (Some(&pages[..]), "https://app.example", 200),
            (Some(&pages), "HTTPS://APP.example:443", 200),
            (Some(&pages), "https://app.example:444", 403),
            (Some(&pages), "http://app.example:443", 403),
            (Some(&pages), "http://localhost", 200),
            (Some(&pages), "http://localhost:3000", 200),
            (Some(&pages), "https://localhost", 403),
            (Some(&pages), "https://any.example:8443", 200),
            (Some(&pages), "vscode-webview://panel", 200),
            (Some(&pages), "vscode-webview://other", 403),
            (Some(&pages), "https://twice.example:1", 403),
            (Some(&pages), "http://[::1]", 403),
            (Some(&pages), "null", 403),
            (Some(&["null"]), "null", 200),
            (Some(&["null:*"]), "null", 403),
            (Some(&[]), "http://localhost", 403),
        ] {
            let own = origins.map(texts);
            let allowed = AllowedHosts::new(&hosts, own.as_deref());
            let found = status(&allowed, "localhost", Some(origin));
            assert_eq!(found, expected, "`{origin}` of {origins:?}");
        }
    }
}
